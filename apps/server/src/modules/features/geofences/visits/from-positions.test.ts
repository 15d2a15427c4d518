import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { deliver, drive, FAST, openIntake, type Sender } from '../../../../../test/deriving.ts';
import { until } from '../../../../../test/device.ts';
import { makeGeofence, squareGeofence } from '../../../../../test/geofences.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { type RunningDerivation, startDerivation } from '../../derivation/index.ts';

const DAY_MS = 86_400_000;
/** Yesterday at nine, UTC. */
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 15 * 3_600_000;

let api: TestApi;
let fleet: TrackedFleet;
let derivation: RunningDerivation;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  derivation = startDerivation({ ...api.services, metrics: createMetrics() }, FAST);
});
afterAll(async () => {
  await derivation.stop();
  await api.close();
});

const minute = (n: number) => `${new Date(START_MS + n * 60_000).toISOString().slice(0, 19)}Z`;
const RANGE = `start=${minute(-60)}&end=${minute(120)}`;

async function visits() {
  const path = `/api/geofence_visits/?ordering=entered_at&${RANGE}`;
  const { body } = await api.ask(path, { as: fleet.people.manager });
  return body.results.map((visit: Record<string, unknown>) => [
    visit.entered_at,
    visit.left_at,
    visit.dwell_time,
    visit.max_speed,
  ]);
}

async function events() {
  const path = `/api/events/?event=43&event=56&event=57&${RANGE}`;
  const { body } = await api.ask(path, { as: fleet.people.manager });
  return body.results
    .filter((event: { geofence: unknown }) => event.geofence !== null)
    .map((event: { event: { eventCode: number }; timestamp: string }) => [
      event.event.eventCode,
      event.timestamp,
    ])
    .sort();
}

it('[M-17] [M-18] [M-20] a drive through a geofence is a visit, also after it is redrawn', async () => {
  const circle = squareGeofence({
    name: 'On the way',
    shape: 'circle',
    points: [],
    // The drive passes here in its fifth minute, at 1 km/min to the north.
    centre: { lat: 52 + 5 / 111.195, long: -1 },
    radius: 1200,
    speed_limit_kmh: 48,
  });
  const { id } = await makeGeofence(api, fleet.people.manager, circle);
  const sender: Sender = { customerId: fleet.home.customerId, ...fleet.vehicles.x1 };
  const intake = openIntake(api.services, api.services.bus);
  await deliver(api.services.db, intake, sender, drive(START_MS, 20));
  await intake.close();
  await until(async () => (await visits()).length > 0);
  expect(await visits()).toEqual([[minute(4), minute(7), 180, 60]]);
  expect(await events()).toEqual([
    [43, minute(4)],
    [56, minute(4)],
    [57, minute(7)],
  ]);

  const path = `/api/geofence/${id}/`;
  const wider = { ...circle, radius: 2200, speed_limit_kmh: null };
  await api.ask(path, { as: fleet.people.manager, method: 'PUT', body: wider });
  await until(async () => (await visits())[0]?.[0] === minute(3));
  expect(await visits()).toEqual([[minute(3), minute(8), 300, 60]]);
  expect(await events()).toEqual([
    [56, minute(3)],
    [57, minute(8)],
  ]);

  await api.ask(path, { as: fleet.people.manager, method: 'DELETE' });
  expect(await visits()).toEqual([]);
});
