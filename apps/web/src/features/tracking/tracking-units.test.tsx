import { cleanup, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

// jsdom cannot draw the map.
afterAll(() => vi.doUnmock('../../ui/map/fleet-map.tsx'));
vi.mock('../../ui/map/fleet-map.tsx', () => ({ FleetMap: () => null }));

const shown = (unit_type: string, changes: object) => ({
  ...{ unit_type, date_value: null, value: null, text: null },
  ...changes,
});
const vehicle = {
  ...{ id: 1, registration: 'AA1', type: 'VAN', groups: [1], lat: 52, long: -1, dir: 0 },
  ...{ timestamp: '2026-11-21T09:59:00Z', ignition: true, state: 'moving', driver: null },
  ...{ device_fault: null, speed: 100 },
  display_units: [
    shown('date_time', { date_value: '2026-11-21T09:00:00Z' }),
    shown('address_location', { text: 'Daventry' }),
    shown('odo', { value: 109_847_935 }),
    shown('battery', { value: 81.6 }),
    shown('temperature', { value: -18.04 }),
  ],
};

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the live map on the vehicle and returns its values by label. */
async function factsFor(units_distance: 'MLS' | 'KMS' | null): Promise<Record<string, string>> {
  localStorage.clear();
  answerCalls({
    '/api/config/': () => ({ bases: {}, map: { style_url: null } }),
    '/api/track/live/': () => new Response(null, { status: 503 }),
    '/api/track/': () => ({ count: 1, results: [vehicle] }),
    '/api/collapsible/track/': () => ({
      count: 1,
      results: [{ id: 1, name: 'Leeds', vehicle_count: 1, moving_count: 1 }],
    }),
    '/api/expanded/track/': () => ({ vehicles: [vehicle] }),
  });
  const { user, ...rest } = testUser();
  await openScreen('/telematics/track?vehicle=1', {
    ...rest,
    user: { ...user, prefs: { ...user.prefs, units_distance } },
  });
  const heading = await screen.findByRole('heading', { level: 2, name: 'AA1' });
  const card = heading.closest('section') as HTMLElement;
  expect(within(card).getByText('Daventry')).toBeTruthy();
  return Object.fromEntries(
    [...card.querySelectorAll('dt')].map((label) => [
      label.textContent,
      label.nextElementSibling?.textContent ?? '',
    ]),
  );
}

describe('the card of a vehicle', () => {
  it('[S-01] [S-04] shows miles by default, and kilometres if preferred', async () => {
    expect((await factsFor(null)).Speed).toBe('62 mph');
    cleanup();
    expect((await factsFor('KMS')).Speed).toBe('100 km/h');
  });

  it('[S-05] [S-07] shows the odometer without decimals', async () => {
    expect((await factsFor('MLS')).Odometer).toBe('68,256 mi');
    cleanup();
    expect((await factsFor('KMS')).Odometer).toBe('109,848 km');
  });

  it('[V-44] [S-08] [S-09] shows time, temperature and battery by their unit types', async () => {
    expect(await factsFor(null)).toMatchObject({
      Temperature: '-18.0 °C',
      Battery: '82 %',
    });
    expect(screen.getByText('21 Nov, 09:00:00')).toBeTruthy();
  });
});

describe('the trips of a vehicle', () => {
  const trip = {
    ...{ id: 5, start_time: '2026-11-20T07:00:00Z', end_time: '2026-11-20T08:00:00Z' },
    ...{ start_address: 'Leeds', end_address: 'York', start: { lat: 53.8, long: -1.5 } },
    ...{ end: { lat: 53.9, long: -1.1 }, distance: 12_345, driving_time: 3000, idle_time: 600 },
    ...{ stop_after: null, max_speed: 90, fuel_used: null, driver: null, in_progress: false },
  };

  it.each([
    ['KMS', '12.35 km'],
    [null, '7.67 mi'],
  ] as const)('[S-06] have distances of two decimals for the unit %s: %s', async (unit, text) => {
    localStorage.clear();
    answerCalls({
      '/api/vehicles_group_list/': () => ({
        count: 1,
        vehicle_groups: [
          { id: 1, name: 'Leeds', vehicles: [{ id: 11, registration: 'AB11 CAR', type: 'CAR' }] },
        ],
      }),
      '/api/vehicle/trip/': () => ({
        count: 1,
        results: [trip],
        private_use: [],
        totals: { trips: 1, distance: 12_345, driving_time: 3000, idle_time: 600 },
      }),
    });
    const { user, ...rest } = testUser();
    await openScreen('/telematics/trip?vehicleId=11', {
      ...rest,
      user: { ...user, prefs: { ...user.prefs, units_distance: unit } },
    });
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});
