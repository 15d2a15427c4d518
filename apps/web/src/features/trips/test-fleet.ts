import { screen } from '@testing-library/react';
import { type Answer, answerCalls } from '../../test-screen.tsx';

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
  ...{
    stop_after: stopS,
    max_speed: 90,
    fuel_used: null,
    co2_kg: null,
    co2_is_estimate: false,
    driver: null,
    in_progress: false,
  },
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
export const LINES = {
  11: line(11, 'AB11 CAR', [trip(1, '07', 16_093), trip(2, '09', 48_280)]),
  12: line(12, 'AB12 VAN', [trip(3, '08', 32_187)]),
};
export const FAILED = {
  vehicle: { id: 21, registration: 'YO21 VAN' },
  error: { detail: 'Something went wrong.', code: 'request.failed' },
};

/** The same vehicles with stops of 90 minutes and 30 minutes. */
export const WITH_STOPS = {
  11: line(11, 'AB11 CAR', [trip(1, '07', 16_093, 5400), trip(2, '09', 48_280)]),
  12: line(12, 'AB12 VAN', [trip(3, '08', 32_187, 1800)]),
};

/** A streamed response whose lines the test sends one by one. */
export function serve() {
  const answers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const schedules: unknown[] = [];
  const asked = answerCalls({
    '/api/vehicles_group_list/': () => ({ count: 2, vehicle_groups: GROUPS }),
    '/api/report_schedules/': (_url, { method, body } = {}) => {
      if (method === 'POST') schedules.push(JSON.parse(String(body)));
      return { count: 0, results: [] };
    },
    '/api/vehicle/trip/': (() => LINES[11]) satisfies Answer,
    '/api/reports/trips/': () => new Response('Vehicle'),
    '/api/vehicles/trips/': () =>
      new Response(
        new ReadableStream<Uint8Array>({ start: (controller) => void answers.push(controller) }),
      ),
  });
  return {
    /** The bodies of the saved schedules. */
    schedules,
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

export const SEVERAL = '/telematics/trip?vehicleId=11&vehicles=11%2C12%2C21&startDate=2026-11-20';
export const query = () => new URLSearchParams(window.location.search);
export const table = () => screen.findByRole('table', { name: 'Trips/Stops' });
/** The first two cells of each row of the table. */
export const rows = async () =>
  [...(await table()).querySelectorAll('tbody tr:not(.table-waiting)')].map((row) =>
    [...row.querySelectorAll('td')]
      .slice(0, 2)
      .map((cell) => cell.textContent)
      .join(' | '),
  );
