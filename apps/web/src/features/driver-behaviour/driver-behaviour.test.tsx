import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen, searchOf } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const subject = (id: number, score: number, previous: number | null) => ({
  vehicle: { id, registration: `AB${id} CDE` },
  driver: null,
  depot: null,
  distance: 160_934.4,
  score,
  previous_score: previous,
});
const abc = (id: number, score: number, previous: number | null, braking: number) => ({
  ...subject(id, score, previous),
  harsh_acceleration: 1,
  harsh_braking: braking,
  harsh_cornering: 2,
  speeding: 3,
  idling: 4,
  idle_time: 5400,
});
const trend = [
  { date: '2026-11-20', score: 92, events: 6 },
  { date: '2026-11-21', score: null, events: 0 },
];
const groups = [{ id: 3, name: 'Leeds', vehicles: [] }];

let asked: URL[];
const last = (path: string) => asked.filter(({ pathname }) => pathname === path).at(-1);
const ABC_PATH = '/api/behaviour/safety_abc/vehicle_group/';
const MOBILEYE_PATH = '/api/behaviour/safety_mobileeye/vehicle_group/';

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  asked = answerCalls({
    '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
    [ABC_PATH]: () => ({
      count: 2,
      results: [abc(11, 95, 92, 7), abc(12, 60, null, 30)],
      trend,
    }),
    [MOBILEYE_PATH]: () => ({
      count: 1,
      results: [
        {
          ...subject(11, 88, 90),
          forward_collision: 1,
          lane_departure_left: 2,
          lane_departure_right: 3,
          headway: 4,
          pedestrian: 5,
          speed_limit: 6,
        },
      ],
      trend,
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const table = async () => within(await screen.findByRole('table', { name: 'League table' }));
const firstCells = async () =>
  (await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.firstElementChild?.textContent);
const cells = (row: HTMLElement | undefined) =>
  [...(row?.children ?? [])].map(({ textContent }) => textContent);

describe('driver behaviour', () => {
  it('[M-24] [M-P11] counts, distance, events per 100 miles and score, best first', async () => {
    await openScreen('/telematics/safety/abc');
    await (await table()).findByText('AB11 CDE');
    const rows = (await table()).getAllByRole('row');
    expect(cells(rows[1])).toEqual([
      'AB11 CDE',
      '95',
      '▲ 33 better than the previous period',
      '100.0 mi',
      '1',
      '7',
      '2',
      '3',
      '4',
      '1:30',
      '17.0',
    ]);
    const query = last(ABC_PATH)?.searchParams;
    expect([query?.get('start'), query?.get('end'), query?.get('by')]).toEqual([
      '2026-11-14T00:00:00Z',
      '2026-11-22T00:00:00Z',
      'vehicle',
    ]);
  });

  it('[M-P11] sorts by any column', async () => {
    await openScreen('/telematics/safety/abc');
    await (await table()).findByText('AB11 CDE');
    expect(await firstCells()).toEqual(['AB11 CDE', 'AB12 CDE']);
    await userEvent.click(screen.getByRole('button', { name: 'Braking' }));
    await userEvent.click(screen.getByRole('button', { name: /Braking/ }));
    await waitFor(async () => expect(await firstCells()).toEqual(['AB12 CDE', 'AB11 CDE']));
    expect(location.search).toContain('order=-harsh_braking');
  });

  it('[M-P11] ranks by vehicle group, driver and depot', async () => {
    await openScreen('/telematics/safety/abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Leeds' }));
    await waitFor(() => expect(last(ABC_PATH)?.searchParams.get('vehicle_group')).toBe('3'));
    await userEvent.click(screen.getByRole('button', { name: 'Drivers' }));
    await waitFor(() => expect(last(ABC_PATH)?.searchParams.get('by')).toBe('driver'));
    await userEvent.click(screen.getByRole('button', { name: 'Depots' }));
    await waitFor(() => expect(last(ABC_PATH)?.searchParams.get('by')).toBe('depot'));
  });

  it('[M-P11] a row opens the events of its vehicle, days and types', async () => {
    await openScreen('/telematics/safety/abc');
    await userEvent.click(await (await table()).findByRole('button', { name: 'AB12 CDE' }));
    await waitFor(() => expect(location.pathname).toBe('/events/activity'));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      vehicleId: '12',
      startDate: '2026-11-14',
      endDate: '2026-11-21',
      event: '40,41,42,43,47',
    });
  });

  it('[M-P11] each figure opens its events, also rates, days and trips', async () => {
    await openScreen('/telematics/safety/abc?group=3');
    const link = async (name: string) => searchOf(await screen.findByRole('link', { name }));
    const days = { startDate: '2026-11-14', endDate: '2026-11-21' };
    const of = { vehicleId: '12', groupId: '3', ...days };
    const all = { ...of, event: '40,41,42,43,47' };
    expect(await link('Braking, AB12 CDE: 30')).toEqual({ ...of, event: '41' });
    expect(await link('All events (opens the events), AB12 CDE: 40.0')).toEqual(all);
    expect(await link('Score (opens the events), AB12 CDE: 60')).toEqual(all);
    expect(await link('Distance, AB12 CDE: 100.0 mi')).toEqual({ vehicleId: '12', ...days });
    expect(await link('Score (opens the events), 20/11/26: 92')).toEqual({
      ...all,
      vehicleId: 'all',
      startDate: '2026-11-20',
      endDate: '2026-11-20',
    });
    expect(screen.queryByRole('link', { name: /21\/11\/26/ })).toBeNull();
  });

  it('[M-P11] opens the events of a driver in the chosen depot', async () => {
    await openScreen('/telematics/safety/abc?group=3&by=driver');
    const driver = { id: 5, first_name: 'Ann', surname: 'Miles' };
    const row = { ...abc(11, 95, 92, 7), vehicle: null, driver };
    answerCalls({
      '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
      [ABC_PATH]: () => ({ count: 1, results: [row], trend }),
    });
    cleanup();
    await openScreen('/telematics/safety/abc?group=3&by=driver');
    const braking = await screen.findByRole('link', { name: 'Braking, Ann Miles: 7' });
    expect(searchOf(braking)).toMatchObject({ vehicleId: 'all', driverId: '5', groupId: '3' });
    // The distance of a driver has no list of trips.
    expect(screen.queryByRole('link', { name: /^Distance/ })).toBeNull();
  });

  it('[M-P11] has no links without the permission for events', async () => {
    await openScreen('/telematics/safety/abc', testUser({ modules: ['Driver Behaviour'] }));
    await (await table()).findByText('AB11 CDE');
    expect((await table()).queryByRole('button', { name: 'AB11 CDE' })).toBeNull();
  });

  it('[M-P11] shows rates per 100 of the user’s unit', async () => {
    await openScreen('/telematics/safety/abc?figures=rates');
    await (await table()).findByText('AB11 CDE');
    expect(cells((await table()).getAllByRole('row')[2])[5]).toBe('30.0');
  });

  it('[M-P11] shows the formula of the score with its weights', async () => {
    await openScreen('/telematics/safety/abc');
    const formula = (await screen.findByText('How the score is calculated')).closest('details');
    expect(formula?.textContent).toContain('−3 pointseach harsh braking');
    expect(formula?.textContent).toContain('Under 50 miles there is no score');
  });

  it('shows the trend as a list, including days without driving', async () => {
    await openScreen('/telematics/safety/abc');
    expect(await screen.findByText('20/11/26: 92')).toBeTruthy();
    expect(screen.getByText('21/11/26: Too little driving for a score')).toBeTruthy();
  });
});

describe('Mobileye ADAS', () => {
  it('[M-25] [M-P12] shows the counts of each warning, with distance and score', async () => {
    await openScreen('/telematics/safety/mobileye');
    await (await table()).findByText('AB11 CDE');
    expect(screen.getByRole('heading', { name: 'Mobileye ADAS' })).toBeTruthy();
    const rows = (await table()).getAllByRole('row');
    expect(cells(rows[0]).slice(4, 10)).toEqual([
      'Forward collision',
      'Lane left',
      'Lane right',
      'Headway',
      'Pedestrian',
      'Speed limit',
    ]);
    expect(cells(rows[1])).toEqual([
      'AB11 CDE',
      '88',
      '▼ 22 worse than the previous period',
      '100.0 mi',
      ...['1', '2', '3', '4', '5', '6'],
      '21.0',
    ]);
  });

  it('[M-26] calls safety_mobileeye, spelled so', async () => {
    await openScreen('/telematics/safety/mobileye');
    await waitFor(() => expect(last(MOBILEYE_PATH)).toBeTruthy());
    expect(last(ABC_PATH)).toBeUndefined();
  });

  it('[M-P12] a vehicle without a camera has no score, no counts, and is ranked after the others', async () => {
    cleanup();
    const row = (id: number, has_device: boolean) => ({
      ...subject(id, 88, 90),
      ...{ forward_collision: 0, lane_departure_left: 0, lane_departure_right: 0 },
      ...{ headway: 0, pedestrian: 0, speed_limit: 0 },
      has_device,
      ...(has_device ? {} : { score: null, previous_score: null }),
    });
    answerCalls({
      '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
      [MOBILEYE_PATH]: () => ({ count: 2, results: [row(12, false), row(11, true)], trend }),
    });
    await openScreen('/telematics/safety/mobileye');
    await (await table()).findByText('AB11 CDE');
    expect(await firstCells()).toEqual(['AB11 CDE', 'AB12 CDE']);
    const [, , bare] = (await table()).getAllByRole('row');
    expect(cells(bare)[1]).toBe('No device');
    expect(cells(bare)).not.toContain('0');
  });
});
