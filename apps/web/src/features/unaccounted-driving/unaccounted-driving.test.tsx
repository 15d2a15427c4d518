import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Gap, Month, Timeline } from './unaccounted-driving.ts';

const ANN = { id: 3, first_name: 'Ann', surname: 'Woods' };
const LORRY = { id: 5, registration: 'N2 BBB' };
const GAP: Gap = {
  id: 7,
  kind: 'without_card',
  vehicle: LORRY,
  driver: ANN,
  card_driver: null,
  card_number: null,
  start: '2026-06-01T08:00:00Z',
  end: '2026-06-01T09:00:00Z',
  driven: 3600,
  distance: 60_000,
  needs_unit: false,
  needs_card: false,
  unit_due_on: null,
  card_due_on: null,
  is_odometer: false,
  clip: 31,
  state: 'new',
  note: '',
  decided_by: null,
  decided_at: null,
  is_outdated: false,
  customer: 1,
  version: 1,
};
const MISSING: Gap = {
  ...GAP,
  id: 8,
  kind: 'missing_download',
  needs_unit: true,
  unit_due_on: '2026-08-30',
  clip: null,
  distance: null,
};
const MONTH: Month = {
  month: '2026-06-01',
  vehicle: LORRY,
  driver: null,
  count: 2,
  driven: 7200,
  without_card: 60_000,
  other_card: 0,
  not_recorded: 0,
  missing_download: 0,
  tracker_gap: 0,
  total: 60_000,
};
const DAY: Timeline = {
  vehicle: LORRY,
  driver: null,
  date: '2026-06-01',
  tracker: [
    {
      start: '2026-06-01T08:00:00Z',
      end: '2026-06-01T09:00:00Z',
      distance: 60_000,
      driver: ANN,
      vehicle: LORRY,
    },
  ],
  unit: [
    {
      start: '2026-06-01T08:00:00Z',
      end: '2026-06-01T09:00:00Z',
      card_number: null,
      driver: null,
      vehicle: LORRY,
    },
  ],
  card: [],
  covered: [{ start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' }],
  gaps: [GAP],
};

const user = userEvent.setup();

const { asked, sent } = freshScreens();
beforeEach(() => {
  answerCalls({
    '/api/tachograph/unaccounted/months/': () => ({ results: [MONTH] }),
    '/api/tachograph/unaccounted/timeline/': () => DAY,
    '/api/tachograph/unaccounted/7/': (_url, init) => {
      if (init?.method !== 'PUT') return GAP;
      sent.push(JSON.parse(String(init.body)));
      return { ...GAP, state: 'explained' };
    },
    '/api/tachograph/unaccounted/8/': () => MISSING,
    '/api/tachograph/unaccounted/': (url) => {
      asked.push(url);
      return { count: 2, results: [GAP, MISSING] };
    },
    '/api/tachograph/downloads/': () => ({ count: 0, results: [] }),
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (address: string) =>
  openScreen(
    address,
    testUser({
      modules: ['accessTachoGraf', 'Trace', 'videos'],
      write: ['accessTachoGraf'],
    } as object),
  );

it('lists gaps with their kind in words, and filters them in the address', async () => {
  await open('/tachograph?list=unaccounted');
  const table = await screen.findByRole('table');
  expect(within(table).getByText('Driving without card')).toBeTruthy();
  expect(within(table).getByText('Missing download')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Least driving time'), 'At least 30 minutes');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('least_minutes')).toBe('30'));
});

it('opens trace, video and days of a gap, and records what was decided', async () => {
  await open('/tachograph?list=unaccounted&open=7');
  const video = await screen.findByRole('link', { name: 'Play the video' });
  expect(video.getAttribute('href')).toBe('/video/historic?clipId=31');
  expect(screen.getByRole('link', { name: 'Show the trace' }).getAttribute('href')).toContain(
    `vehicleId=5&startDate=${encodeURIComponent('2026-06-01T07:50:00.000Z')}&endDate=2026-06-01`,
  );
  expect(screen.getByRole('link', { name: 'Day of the vehicle' }).getAttribute('href')).toBe(
    '/tachograph/timeline?vehicle=5&date=2026-06-01',
  );
  const state = screen
    .getAllByLabelText(/^State/)
    .find((one) => one.closest('form') !== null) as HTMLElement;
  await user.selectOptions(state, 'Explained');
  await user.type(screen.getByLabelText(/^Note/), 'Shunted');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(sent).toEqual([{ state: 'explained', note: 'Shunted', version: 1 }]),
  );
});

it('says which file is due for a missing download', async () => {
  await open('/tachograph?list=unaccounted&open=8');
  expect(
    await screen.findByText('The vehicle unit must be downloaded, at the latest on 30/08/26.'),
  ).toBeTruthy();
});

it('sums the distance by month', async () => {
  await open('/tachograph?list=months');
  expect(await screen.findByText('Jun 2026')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'N2 BBB' })).toBeTruthy();
});

it('draws a day, and tells the same as a table', async () => {
  await open('/tachograph/timeline?vehicle=5&date=2026-06-01');
  const table = within(await screen.findByRole('table', { name: 'Stretches of the day' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    '08:0009:00TrackerDrivingAnn Woods',
    '08:0009:00Vehicle unitDriving without card',
    '08:0009:00UnaccountedDriving without cardAnn Woods',
  ]);
  const link = table.getByRole('link', { name: 'Driving without card' });
  expect(link.getAttribute('href')).toBe('/tachograph?list=unaccounted&open=7');
});
