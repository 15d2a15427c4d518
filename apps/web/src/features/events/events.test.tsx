import { EVENT_TYPES } from '@roadworthy/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../../session/storage.ts';
import { HARSH_BRAKING } from '../../test-event.ts';
import { type Answer, answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const types = EVENT_TYPES.map(({ name, eventCode, group }) => ({ name, eventCode, group }));
const groups = [
  {
    id: 1,
    name: 'Leeds',
    vehicles: [
      { id: 11, registration: 'AB11 CAR', type: 'CAR' },
      { id: 12, registration: 'AB12 VAN', type: 'VAN' },
      { id: 13, registration: 'AB13 STR', type: 'STR' },
      { id: 14, registration: 'AB14 BIK', type: 'BIK' },
    ],
  },
];
const event = (id: number) => ({
  ...HARSH_BRAKING,
  id,
  address: '2 mi N of Leeds',
  driver: { id: 5, first_name: 'Jo', surname: 'Hart' },
});

let asked: URL[];
let list: Answer;
let answers: Record<string, Answer>;
const searches = () => asked.filter(({ pathname }) => pathname === '/api/events/');
const lastSearch = () => searches().at(-1)?.searchParams;

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  list = () => ({ count: 2, count_is_limit: false, results: [event(2), event(1)] });
  answers = {
    '/api/event_types/': () => types,
    '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
    '/api/events/': (url) => list(url),
    // The figures of the review have tests of their own.
    '/api/events/review_figures/': () => new Promise(() => undefined),
  };
  asked = answerCalls(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chooseTypes = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /^Event types/ }));
  const panel = within(screen.getByRole('dialog', { name: 'Event types' }));
  await userEvent.click(panel.getByRole('button', { name: button }));
};

describe('the list of events', () => {
  it('[E-P01] shows a thumbnail beside events with a clip, and a placeholder where it has none', async () => {
    const thumbnail = '/api/files/t/?signature=s';
    list = () => ({
      count: 3,
      count_is_limit: false,
      results: [
        { ...event(3), has_video: true, thumbnail },
        { ...event(2), has_video: true, thumbnail: null },
        event(1),
      ],
    });
    await openScreen('/events/activity?startDate=2026-11-20&vehicleId=11');
    const picture = await screen.findByRole('img', {
      name: 'Thumbnail: AB11 CAR, Harsh Braking',
    });
    expect(picture.getAttribute('src')).toBe(thumbnail);
    const none = { name: 'No thumbnail: AB11 CAR, Harsh Braking' };
    expect(screen.getAllByRole('img', none)).toHaveLength(1);
  });
});

describe('the events sidebar', () => {
  const opened = async () => {
    await openScreen('/events/activity');
    await waitFor(() => expect(searches()).toHaveLength(1));
    return lastSearch();
  };

  it('[E-14] [E-P04] loads the 50 newest automatically', async () => {
    const query = await opened();
    expect(query?.get('vehicle')).toBe('11');
    expect([query?.get('page'), query?.get('pageSize'), query?.get('ordering')]).toEqual([
      '1',
      '50',
      '-timestamp',
    ]);
  });

  it('[E-21] defaults to the types above 5', async () => {
    expect((await opened())?.getAll('event')).toEqual(
      types.filter(({ eventCode }) => eventCode > 5).map(({ eventCode }) => String(eventCode)),
    );
  });

  it('[E-22] defaults to today', async () => {
    const query = await opened();
    const lengthH =
      (Date.parse(query?.get('end') ?? '') - Date.parse(query?.get('start') ?? '')) / 3_600_000;
    expect([23, 24, 25]).toContain(lengthH);
    expect(Date.parse(query?.get('start') ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(query?.get('end') ?? '')).toBeGreaterThan(Date.now());
  });

  it('[E-14] waits for a limited user to press Search', async () => {
    await openScreen('/events/activity', testUser({ role: 'DRIVER' }));
    await screen.findByText('AB11 CAR');
    expect(await screen.findByText('No search yet')).toBeTruthy();
    expect(searches()).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(searches()).toHaveLength(1));
  });

  it('[E-01] each type has a checkbox', async () => {
    await opened();
    await userEvent.click(await screen.findByRole('button', { name: /^Event types/ }));
    const panel = within(screen.getByRole('dialog', { name: 'Event types' }));
    const boxes = panel.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.length).toBeGreaterThanOrEqual(types.length);
    const braking = panel.getByRole<HTMLInputElement>('checkbox', { name: 'Harsh Braking' });
    expect(braking.checked).toBe(true);
    await userEvent.click(braking);
    await waitFor(() => expect(lastSearch()?.getAll('event')).not.toContain('41'));
    await userEvent.click(braking);
    await waitFor(() => expect(lastSearch()?.getAll('event')).toContain('41'));
  });

  it('[E-02] [E-11] [E-13] Select all selects every type and searches again', async () => {
    await openScreen('/events/activity');
    await waitFor(() => expect(searches()).toHaveLength(1));
    await chooseTypes('Select all');
    await waitFor(() => expect(lastSearch()?.getAll('event')).toHaveLength(types.length));
  });

  it('[E-03] [E-12] [E-19] Clear all clears selection and list, and sends nothing', async () => {
    await openScreen('/events/activity');
    await screen.findAllByText('Harsh Braking');
    await chooseTypes('Clear all');
    expect((await screen.findAllByText('Please choose an event type')).length).toBeGreaterThan(0);
    expect(screen.queryByText('2 mi N of Leeds')).toBeNull();
    expect(screen.getByRole('button', { name: 'Event types: None' })).toBeTruthy();
    expect(searches()).toHaveLength(1);
  });

  it('[E-04] [E-05] [E-06] lists and filters groups with vehicles by registration and type', async () => {
    await openScreen('/events/activity');
    const tree = within(await screen.findByRole('list', { name: 'Vehicles' }));
    await tree.findByRole('button', { name: /Leeds/ });
    expect(tree.getAllByRole('img').map((one) => one.getAttribute('aria-label'))).toEqual([
      'CAR',
      'VAN',
      'STR',
      'BIK',
    ]);
    await userEvent.type(screen.getByLabelText('Filter vehicles'), '12v');
    await waitFor(() => expect(tree.queryByText('AB11 CAR')).toBeNull());
    expect(tree.getByText('AB12 VAN')).toBeTruthy();
  });

  it('[E-08] the Search button is disabled while it loads', async () => {
    let done: (response: Response) => void = () => undefined;
    list = () => new Promise<Response>((resolve) => (done = resolve));
    asked = answerCalls({
      '/api/event_types/': () => types,
      '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
    });
    const before = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string) =>
      address.startsWith('/api/events/')
        ? new Promise<Response>((resolve) => {
            done = resolve;
          })
        : before(address),
    );
    await openScreen('/events/activity');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Searching…' });
    expect(button.disabled).toBe(true);
    done(new Response(JSON.stringify({ count: 0, count_is_limit: false, results: [] })));
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(button.textContent).toBe('Search');
  });

  it('[E-09] [E-10] selects vehicle and day of the URL', async () => {
    await openScreen('/events/activity?vehicleId=13&startDate=2026-11-03');
    await waitFor(() => expect(lastSearch()?.get('vehicle')).toBe('13'));
    expect(lastSearch()?.get('start')).toBe('2026-11-03T00:00:00Z');
    expect(lastSearch()?.get('end')).toBe('2026-11-04T00:00:00Z');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('03/11/26');
    const chosen = await screen.findByRole('button', { name: /AB13 STR/, pressed: true });
    expect(chosen).toBeTruthy();
  });

  it('[E-07] [E-15] [E-16] sets the day to yesterday and back to today', async () => {
    await opened();
    const today = lastSearch()?.get('start');
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(lastSearch()?.get('end')).toBe(today));
    expect(storage.dateDay.get()).toBe('custom');
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(lastSearch()?.get('start')).toBe(today));
    expect(storage.dateDay.get()).toBe('today');
  });

  it('[E-17] moves the day back and forward', async () => {
    await opened();
    const today = lastSearch()?.get('start');
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    await waitFor(() => expect(lastSearch()?.get('end')).toBe(today));
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(lastSearch()?.get('start')).toBe(today));
  });

  it('[E-18] [B-36] [B-37] a search stores vehicle and filters', async () => {
    await openScreen('/events/activity');
    await waitFor(() => expect(searches()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: /AB14 BIK/ }));
    await waitFor(() => expect(lastSearch()?.get('vehicle')).toBe('14'));
    expect(storage.selectedVehicle.get()).toBe(14);
    expect(storage.searchFields.get()).toMatchObject({
      vehicle: 14,
      start: lastSearch()?.get('start'),
    });
  });
});

describe('the events found', () => {
  it('[E-P01] shows a table of time, registration, event, address, speed, driver', async () => {
    await openScreen('/events/activity');
    const table = within(await screen.findByRole('table', { name: 'Events found' }));
    await table.findAllByText('2 mi N of Leeds');
    const [heading, row] = table.getAllByRole('row');
    // The first column selects events.
    const cells = (of: HTMLElement | undefined) =>
      [...(of?.children ?? [])].slice(1, 7).map((cell) => cell.textContent);
    expect(cells(heading)).toEqual([
      'Time↓',
      'Registration',
      'Event',
      'Address',
      'Speed',
      'Driver',
    ]);
    expect(cells(row)).toEqual([
      '20 Nov, 08:07:13',
      'AB11 CAR',
      'Harsh Braking',
      '2 mi N of Leeds',
      '40 mph',
      'Jo Hart',
    ]);
  });

  it('[S-16] shows a time as DD MMM, HH:mm:ss', async () => {
    await openScreen('/events/activity');
    const times = await screen.findAllByRole('button', { name: '20 Nov, 08:07:13' });
    expect(times).toHaveLength(2);
  });

  it.each([
    ['[S-P03]', '2026-11-22T11:07:14Z', '2 days 3 hours'],
    ['[S-22]', '2026-12-01T08:07:13Z', '1 week 4 days'],
    ['[S-21]', '2026-12-27T08:07:13Z', '1 month 1 week'],
    ['[S-20]', '2027-11-20T08:07:13Z', '1 year'],
  ])('%s shows how long an event lasted, until %s: %s', async (_, ended_at, text) => {
    list = () => ({ count: 1, count_is_limit: false, results: [{ ...event(1), ended_at }] });
    await openScreen('/events/activity?vehicleId=11&eventId=1');
    const details = within(await screen.findByRole('region', { name: 'Event details' }));
    expect(details.getByText(text)).toBeTruthy();
  });

  it('[S-08] shows a temperature in °C with one decimal', async () => {
    const cold = { ...event(1), event: { name: 'Temperature', eventCode: 67 }, value: -18.04 };
    list = () => ({ count: 1, count_is_limit: false, results: [cold] });
    await openScreen('/events/activity?vehicleId=11&eventId=1');
    const details = within(await screen.findByRole('region', { name: 'Event details' }));
    expect(details.getByText('-18.0 °C')).toBeTruthy();
  });

  it('[S-13] [S-15] [R-003] requests its range in ISO UTC', async () => {
    await openScreen('/events/activity?vehicleId=11&startDate=2026-07-04');
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect([lastSearch()?.get('start'), lastSearch()?.get('end')]).toEqual([
      '2026-07-03T23:00:00Z',
      '2026-07-04T23:00:00Z',
    ]);
  });

  it('[E-20] does not search with invalid days and no vehicle, but with a vehicle alone', async () => {
    await openScreen('/events/activity?vehicleId=all&startDate=2026-13-40');
    await screen.findByRole('button', { name: /^Event types/ });
    expect(searches()).toHaveLength(0);
    cleanup();
    await openScreen('/events/activity?vehicleId=13&startDate=2026-13-40');
    await waitFor(() => expect(lastSearch()?.get('vehicle')).toBe('13'));
  });

  it('[E-P01] shows the empty text', async () => {
    list = () => ({ count: 0, count_is_limit: false, results: [] });
    await openScreen('/events/activity');
    expect(await screen.findByText('No events')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
  });

  it('[E-P02] a row opens the event; Show trace opens its vehicle and day', async () => {
    await openScreen('/events/activity?vehicleId=11');
    const [row] = await screen.findAllByRole('button', { name: '20 Nov, 08:07:13' });
    await userEvent.click(row as HTMLElement);
    const details = within(await screen.findByRole('region', { name: 'Event details' }));
    expect(details.getByText('4.6 m/s²')).toBeTruthy();
    expect(location.search).toContain('eventId=2');
    expect(details.getByRole('link', { name: 'Show trace' }).getAttribute('href')).toBe(
      '/telematics/trace?vehicleId=11&startDate=2026-11-20',
    );
  });

  it('[E-P02] a link opens its event, even if it is on another page', async () => {
    const page = { count: 2, count_is_limit: false, results: [event(2), event(1)] };
    list = ({ searchParams }) =>
      searchParams.get('id') === '77' ? { ...page, count: 1, results: [event(77)] } : page;
    await openScreen('/events/activity?vehicleId=11&eventId=77');
    expect(await screen.findByRole('region', { name: 'Event details' })).toBeTruthy();
  });

  it('[E-P02] Request video opens the request dialog at the time of the event', async () => {
    answers['/api/active_devices/'] = () => ({
      count: 1,
      results: [
        {
          vehicle: 11,
          registration: 'AB11 CAR',
          last_seen: null,
          live_mode: 'stream',
          cameras: [{ camera: 1, name: 'Road' }],
          oldest_footage: '2026-01-01T00:00:00Z',
        },
      ],
    });
    await openScreen('/events/activity');
    const [row] = await screen.findAllByRole('button', { name: 'Request video' });
    await userEvent.click(row as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Request Video' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('08:07:13');
    expect(dialog.getByText('20/11/26')).toBeTruthy();
  });

  it('[E-P02] Open clip opens the clip of the event, if there is one', async () => {
    list = () => ({
      count: 2,
      count_is_limit: false,
      results: [{ ...event(2), has_video: true, clip: 31 }, event(1)],
    });
    await openScreen('/events/activity?vehicleId=11');
    const links = await screen.findAllByRole('link', { name: 'Open clip' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/video/historic?clipId=31']);
  });

  it('[E-P02] hides actions without permission', async () => {
    await openScreen('/events/activity', testUser({ modules: ['Events'] }));
    await screen.findAllByText('2 mi N of Leeds');
    expect(screen.queryByRole('link', { name: 'Show trace' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Request video' })).toBeNull();
  });

  it('[E-P04] the server pages by 25, 50, 75 and 100 rows', async () => {
    list = () => ({ count: 120, count_is_limit: false, results: [event(2), event(1)] });
    await openScreen('/events/activity');
    expect(await screen.findByText('1–50 of 120')).toBeTruthy();
    const size = screen.getByLabelText<HTMLSelectElement>('Rows');
    expect([...size.options].map(({ value }) => value)).toEqual(['25', '50', '75', '100']);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(lastSearch()?.get('page')).toBe('2'));
    await userEvent.selectOptions(size, '25');
    await waitFor(() => expect(lastSearch()?.get('pageSize')).toBe('25'));
    expect(lastSearch()?.get('page')).toBe('1');
  });

  it('[M-P11] filters by driver when opened from a league table', async () => {
    await openScreen('/events/activity?vehicleId=all&driverId=5');
    await waitFor(() => expect(lastSearch()?.get('driver')).toBe('5'));
    expect(lastSearch()?.get('vehicle')).toBeNull();
    expect(await screen.findByText('Only Jo Hart')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(lastSearch()?.get('driver')).toBeNull());
  });

  it('shows a server error with a retry', async () => {
    list = () =>
      new Response(JSON.stringify({ detail: 'Choose at most 31 days.' }), { status: 400 });
    await openScreen('/events/activity');
    expect(await screen.findByText('Choose at most 31 days.')).toBeTruthy();
    list = () => ({ count: 1, count_is_limit: false, results: [event(1)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 mi N of Leeds')).toBeTruthy();
  });
});
