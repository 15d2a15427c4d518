import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

beforeAll(startTestTexts);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const GROUPS = [
  {
    id: 1,
    name: 'Leeds',
    vehicles: [
      { id: 11, registration: 'AB11 CAR', type: 'CAR' },
      { id: 12, registration: 'AB12 VAN', type: 'VAN' },
    ],
  },
  { id: 2, name: 'York', vehicles: [{ id: 21, registration: 'YO21 VAN', type: 'VAN' }] },
];

const trip = (id: number, hour: string, distance: number, stopS: number | null = null) => ({
  ...{ id, start_time: `2026-11-20T${hour}:00:00Z`, end_time: `2026-11-20T${hour}:30:00Z` },
  ...{ start_address: 'Leeds', end_address: 'York', start: { lat: 53.8, long: -1.5 } },
  ...{ end: { lat: 53.9, long: -1.1 }, distance, driving_time: 1800, idle_time: 60 },
  ...{ stop_after: stopS, max_speed: 90, driver: null, in_progress: false },
});

function line(id: number, registration: string, trips: ReturnType<typeof trip>[]) {
  const totals = {
    trips: trips.length,
    distance: trips.reduce((sum, { distance }) => sum + distance, 0),
    driving_time: 1800 * trips.length,
    idle_time: 60 * trips.length,
  };
  const vehicle = { id, registration };
  return { vehicle, count: trips.length, results: trips, private_use: [], totals };
}
/** 10 and 30 miles, and 20. */
const LINES = {
  11: line(11, 'AB11 CAR', [trip(1, '07', 16_093), trip(2, '09', 48_280)]),
  12: line(12, 'AB12 VAN', [trip(3, '08', 32_187)]),
};
const FAILED = {
  vehicle: { id: 21, registration: 'YO21 VAN' },
  error: { detail: 'Something went wrong.', code: 'request.failed' },
};

/** The same vehicles with stops of 90 minutes and 30 minutes. */
const WITH_STOPS = {
  11: line(11, 'AB11 CAR', [trip(1, '07', 16_093, 5400), trip(2, '09', 48_280)]),
  12: line(12, 'AB12 VAN', [trip(3, '08', 32_187, 1800)]),
};

/** A streamed response whose lines the test sends one by one. */
function serve() {
  const answers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const asked = answerCalls({
    '/api/vehicles_group_list/': () => ({ count: 2, vehicle_groups: GROUPS }),
    '/api/report_schedules/': () => ({ count: 0, results: [] }),
    '/api/vehicle/trip/': (() => LINES[11]) satisfies Answer,
    '/api/reports/trips/': () => new Response('Vehicle'),
    '/api/vehicles/trips/': () =>
      new Response(
        new ReadableStream<Uint8Array>({ start: (controller) => void answers.push(controller) }),
      ),
  });
  return {
    send: (value: object) =>
      answers.at(-1)?.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`)),
    end: () => answers.at(-1)?.close(),
    breakOff: () => answers.at(-1)?.error(new TypeError('network error')),
    /** The query of the last report. */
    report: () =>
      asked.filter(({ pathname }) => pathname === '/api/reports/trips/').at(-1)?.searchParams,
    /** The vehicles of each call so far. */
    asked: () =>
      asked
        .filter(({ pathname }) => pathname === '/api/vehicles/trips/')
        .map(({ searchParams }) => searchParams.getAll('vehicle').join()),
  };
}

const SEVERAL = '/telematics/trip?vehicleId=11&vehicles=11%2C12%2C21&startDate=2026-11-20';
const query = () => new URLSearchParams(window.location.search);
const table = () => screen.findByRole('table', { name: 'Trips/Stops' });
/** The first two cells of each row of the table. */
const rows = async () =>
  [...(await table()).querySelectorAll('tbody tr:not(.table-waiting)')].map((row) =>
    [...row.querySelectorAll('td')]
      .slice(0, 2)
      .map((cell) => cell.textContent)
      .join(' | '),
  );

describe('the trips of several vehicles', () => {
  it('[M-11] are selected by vehicle or depot, also by keyboard, and loaded in one call', async () => {
    const server = serve();
    await openScreen('/telematics/trip?vehicleId=11');
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    const leeds = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Select all vehicles of Leeds',
    });
    expect(leeds.indeterminate).toBe(true);
    const box = (name: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) });
    expect([box('AB11 CAR').checked, box('AB12 VAN').checked]).toEqual([true, false]);
    box('AB11 CAR').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(box('AB12 VAN')));
    await userEvent.keyboard(' ');
    expect([leeds.indeterminate, leeds.checked]).toEqual([false, true]);
    expect(box('All vehicles').indeterminate).toBe(true);
    await userEvent.click(box('Select all vehicles of York'));
    expect(box('All vehicles').indeterminate).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Show trips of 3 vehicles' }));
    await waitFor(() => expect(server.asked()).toEqual(['11', '11,12,21']));
    expect(query().get('vehicles')).toBe('11,12,21');
    window.history.back();
    await waitFor(() => expect(query().get('vehicles')).toBe('11'));
    await waitFor(() => expect(box('AB12 VAN').checked).toBe(false));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    expect(query().has('vehicles')).toBe(false);
  });

  it('[M-P07] fill one table as they arrive, with totals per vehicle and overall', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toEqual(['11,12,21']));
    server.send(LINES[12]);
    await screen.findByText('1 of 3 vehicles');
    expect(await rows()).toEqual(['AB12 VAN | 1 trip', expect.stringMatching(/AB12 VAN .*:00/)]);
    server.send(LINES[11]);
    await screen.findByText('2 of 3 vehicles');
    server.send(FAILED);
    server.end();
    await screen.findByRole('button', { name: 'Load the missing vehicle' });
    expect((await rows()).filter((row) => !/:00:00/.test(row))).toEqual([
      'AB11 CAR | 2 trips',
      'AB12 VAN | 1 trip',
      'YO21 VAN | ⚠ The trips of this vehicle could not be loaded.',
    ]);
    const foot = (await table()).querySelector('tfoot');
    expect(foot?.textContent).toContain('All vehicles3 trips');
    expect(foot?.textContent).toContain('60.00 mi');
    await userEvent.click(within(await table()).getByRole('button', { name: 'Distance' }));
    await userEvent.click(within(await table()).getByRole('button', { name: /Distance/ }));
    // Failed vehicles first, then the longest trip.
    expect((await rows()).map((row) => row.slice(0, 8))).toEqual([
      'YO21 VAN',
      'AB11 CAR',
      'AB12 VAN',
      'AB11 CAR',
    ]);
  });

  it('[M-11] [M-13] [M-P07] have the stops after their trips by vehicle and by time, also in the file', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(WITH_STOPS[11]);
    server.send(WITH_STOPS[12]);
    server.end();
    await screen.findByText('2 of 3 vehicles');
    const time = /^(\w+ \w+) \| 20 Nov, (\d\d):00:00$/;
    const short = async () => (await rows()).map((row) => row.replace(time, '$1 | $2'));
    const byVehicle = [
      ...['AB11 CAR | 2 trips', 'AB11 CAR | 07', 'AB11 CAR | 1Stop', 'AB11 CAR | 09'],
      ...['AB12 VAN | 1 trip', 'AB12 VAN | 08', 'AB12 VAN | 1Stop'],
    ];
    expect(await short()).toEqual(byVehicle);
    const stop = (await table()).querySelectorAll('tbody tr')[2];
    const cells = [...(stop?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
    expect(cells).toEqual(['AB11 CAR', '1Stop', 'York', '', '', '', '', '', '1h 30m', '', '']);
    const sortBy = async (name: RegExp) =>
      userEvent.click(within(await table()).getByRole('button', { name }));
    await sortBy(/^Start time/);
    const byTime = [
      '11 CAR | 07',
      '11 CAR | 1Stop',
      '12 VAN | 08',
      '12 VAN | 1Stop',
      '11 CAR | 09',
    ];
    const upwards = byTime.map((row) => `AB${row}`);
    expect(await short()).toEqual(upwards);
    await sortBy(/^Start time/);
    expect(await short()).toEqual([...upwards].reverse());
    await sortBy(/^Distance/);
    expect((await short()).filter((row) => row.endsWith('Stop'))).toEqual([]);
    await sortBy(/^Vehicle/);
    const download = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Download' }));
      await userEvent.click(screen.getByRole('button', { name: /^CSV/ }));
      await screen.findByRole('button', { name: 'Download' });
      return [server.report()?.getAll('vehicles').join(), server.report()?.get('stops')];
    };
    expect(await download()).toEqual(['11,12', 'true']);
    screen.getByRole('checkbox', { name: 'Show stops' }).focus();
    await userEvent.keyboard(' ');
    expect((await short()).filter((row) => row.endsWith('Stop'))).toEqual([]);
    expect(await download()).toEqual(['11,12', 'false']);
    // The setting stays when the screen shows one vehicle.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Show stops' });
    expect(box.checked).toBe(false);
  });

  it('[M-11] [M-P07] are scheduled as selected, without those that are not visible', async () => {
    const server = serve();
    await openScreen(SEVERAL.replace('21&', '21%2C98&'));
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send(FAILED);
    const error = { detail: 'Not found.', code: 'request.not_found' };
    server.send({ vehicle: { id: 98, registration: null }, error });
    server.end();
    await screen.findByRole('button', { name: 'Load the 3 missing vehicles' });
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await userEvent.click(screen.getByRole('button', { name: 'Schedule e-mails' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New schedule' }));
    await screen.findByRole('button', { name: 'Vehicles: All 3' });
    const stops = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Include stops' });
    expect(stops.checked).toBe(true);
    const calls = vi.spyOn(globalThis, 'fetch');
    await userEvent.type(screen.getByLabelText('Name'), 'Weekly');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls).toHaveBeenCalled());
    const [address, { method, body } = {}] = calls.mock.calls[0] ?? [];
    expect([method, address]).toEqual(['POST', '/api/report_schedules/']);
    expect(JSON.parse(String(body))).toMatchObject({ vehicles: [11, 12, 21], stops: true });
  });

  it('[M-13] show the stop of any vehicle on the map', async () => {
    const server = serve();
    await openScreen(`${SEVERAL}&trip=1`);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(WITH_STOPS[11]);
    server.send(WITH_STOPS[12]);
    await screen.findByText('2 of 3 vehicles');
    const stop = (await table()).querySelectorAll('tbody tr')[6];
    await userEvent.click(stop?.querySelector('.row-button') as HTMLElement);
    await screen.findByText('On the map: AB12 VAN');
    expect(query().has('trip')).toBe(false);
  });

  it('[M-P07] show a trip of any vehicle on the map, and return to one vehicle', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send(LINES[12]);
    await screen.findByText('2 of 3 vehicles');
    await userEvent.click(
      within(await table()).getAllByRole('button', { name: 'AB12 VAN' })[1] as HTMLElement,
    );
    await waitFor(() => expect(query().get('trip')).toBe('3'));
    expect(query().get('vehicleId')).toBe('12');
    await screen.findByText('On the map: AB12 VAN');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB12 VAN/, pressed: true });
  });

  it('[M-P07] stop on request, and resume with the missing vehicles', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    await screen.findByText('1 of 3 vehicles');
    await userEvent.click(screen.getByRole('button', { name: 'Stop loading' }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Load the 2 missing vehicles' }),
    );
    await waitFor(() => expect(server.asked()).toEqual(['11,12,21', '12,21']));
    server.send(LINES[12]);
    await screen.findByText('2 of 3 vehicles');
    server.breakOff();
    await screen.findByText('Network response was not OK');
    expect(await rows()).toHaveLength(5);
    await screen.findByRole('button', { name: 'Load the missing vehicle' });
  });

  it('[M-P07] [T-07] end with an error at a line that is not of the contract', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send({ ...LINES[12], results: [{ id: 3 }] });
    await screen.findByText('Network response was not OK');
    expect((await rows()).map((row) => row.slice(0, 8))).toEqual(Array(3).fill('AB11 CAR'));
    await screen.findByRole('button', { name: 'Load the 2 missing vehicles' });
  });

  it('[M-11] are limited to the maximum of the call, and empty without a selection', async () => {
    serve();
    await openScreen('/telematics/trip?vehicles=none');
    await screen.findByText('No vehicle selected');
    const show = await screen.findByRole<HTMLButtonElement>('button', { name: /^Show trips of 0/ });
    expect(show.disabled).toBe(true);
  });
});
