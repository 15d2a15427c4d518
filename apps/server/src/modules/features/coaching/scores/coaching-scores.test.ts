import { EVENT } from '@roadworthy/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { addEvent, addTrip } from '../../../../../test/derived-rows.ts';
import { makeGeofence } from '../../../../../test/geofences.ts';
import { makeDriver, type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { calculateExposures } from './coaching-scores.job.ts';

const DAY_MS = 86_400_000;
const HARSH_BRAKING = 41;
/** The middle of the last whole month. */
const MIDDLE_MS = (() => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 8);
})();
const MONTH = new Date(MIDDLE_MS).toISOString().slice(0, 7);
const at = (hours: number) => new Date(MIDDLE_MS + hours * 3_600_000).toISOString();

let api: TestApi;
let fleet: TrackedFleet;
let bob: number;

const ask = (path: string, as = fleet.people.manager) => api.ask(path, { as });
const scores = async (query = '') =>
  (await ask(`/api/coaching/scores/?month=${MONTH}${query}`)).body;

/** The moments of the month as a range of events. */
function monthMoments(): string {
  const [year = 0, month = 1] = MONTH.split('-').map(Number);
  const moment = (offset: number) => new Date(Date.UTC(year, month - 1 + offset)).toISOString();
  return `start=${moment(0)}&end=${moment(1)}`;
}

/** A trip of some hours at a speed, with events. */
async function drive(
  driverId: number,
  vehicle: 'n1' | 's1',
  { start, hours, kmh, events }: { start: number; hours: number; kmh: number; events: number },
) {
  const { customerId } = fleet.home;
  const { vehicleId } = fleet.vehicles[vehicle];
  await addTrip(api.services.db, {
    customerId,
    vehicleId,
    driverId,
    start: at(start),
    end: at(start + hours),
    distanceM: hours * kmh * 1000,
    minutes: [hours * 60],
  });
  for (let n = 0; n < events; n += 1) {
    await addEvent(api.services.db, {
      customerId,
      vehicleId,
      driverId,
      code: HARSH_BRAKING,
      at: at(start + (hours * (n + 1)) / (events + 1)),
    });
  }
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  bob = await makeDriver(api.services.db, fleet.home.customerId, 'Bob');
  await api.services.db.pool.query('update users set driver_id = $1 where id = $2', [
    fleet.ann,
    fleet.people.driver,
  ]);
  // Ann drives in town, Bob on the motorway. N1 is a car, S1 another vehicle.
  await drive(fleet.ann, 'n1', { start: 0, hours: 10, kmh: 40, events: 8 });
  await drive(bob, 's1', { start: 0, hours: 10, kmh: 120, events: 4 });
  await calculateExposures(api.services.db, Date.now());
});
afterAll(() => api.close());

it('[M-P11] calculates the exposure of each trip once, and again if the trip changes', async () => {
  expect(await calculateExposures(api.services.db, Date.now())).toBe(0);
  await api.services.db.pool.query(
    `update trips set ended_at = ended_at + interval '1 s' where driver_id = $1`,
    [bob],
  );
  expect(await calculateExposures(api.services.db, Date.now())).toBe(1);
});

it('[M-P11] takes events of one moment outside of and in a geofence', async () => {
  const { customerId } = fleet.home;
  const { vehicleId } = fleet.vehicles.s1;
  const start = -24;
  await drive(bob, 's1', { start, hours: 1, kmh: 100, events: 0 });
  const geofence = await makeGeofence(api, fleet.people.manager);
  for (const geofenceId of [undefined, geofence.id]) {
    await addEvent(api.services.db, {
      customerId,
      vehicleId,
      code: EVENT.overSpeed,
      at: at(start + 0.5),
      geofenceId,
    });
  }
  expect(await calculateExposures(api.services.db, Date.now())).toBe(1);
  await api.services.db.pool.query('delete from trips where started_at = $1', [at(start)]);
});

it('[M-P11] compares each driver with the group on the same roads', async () => {
  const { count, minimum, rates, results, scored } = await scores();
  expect({ count, scored, minimum }).toEqual({ count: 2, scored: 2, minimum: 300_000 });
  expect(rates).toEqual({ urban: 20, rural: null, motorway: expect.closeTo(4 / 1.2, 6) });
  const ann = results.find(({ id }: { id: number }) => id === fleet.ann);
  expect(ann).toMatchObject({ events: 8, score: 50, distance: 400_000 });
  expect(ann.expected).toBeCloseTo(8, 3);
  expect(ann.exposure.urban).toEqual({ distance: 400_000, driving_time: 36_000 });

  // The same events are many for the motorway: a third driver decides.
  const cat = await makeDriver(api.services.db, fleet.home.customerId, 'Cat');
  await drive(cat, 's1', { start: 48, hours: 10, kmh: 120, events: 20 });
  await calculateExposures(api.services.db, Date.now());
  const all = (await scores()).results;
  expect(all.map(({ id, score }: { id: number; score: number }) => [id, score])).toEqual([
    [bob, 100],
    [fleet.ann, 50],
    [cat, 0],
  ]);
  expect((await scores('&search=bob')).count).toBe(1);
  expect((await scores('&ordering=-name')).results[0].driver.first_name).toBe('Cat');
  const north = await ask(`/api/coaching/scores/?month=${MONTH}`, fleet.people.north);
  expect(north.body.count).toBe(1);
  // The events of a score are those with a class of road that are not dismissed.
  await addEvent(api.services.db, {
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles.n1.vehicleId,
    driverId: fleet.ann,
    code: HARSH_BRAKING,
    at: at(70),
  });
  for (const { id, events } of (await scores()).results) {
    const list = await ask(`/api/events/?${monthMoments()}&driver=${id}&counted=score`);
    expect(list.body.count).toBe(events);
  }
  const csv = await ask(`/api/coaching/scores/export/?format=csv&month=${MONTH}`);
  expect(csv.body).toContain('Bob');
  expect((await ask('/api/coaching/scores/', fleet.people.driver)).status).toBe(403);
  expect((await ask('/api/coaching/scores/?month=2026-13')).status).toBe(400);
});

it('[M-P11] leaves out short distances, and recognises the best drivers privately', async () => {
  const dan = await makeDriver(api.services.db, fleet.home.customerId, 'Dan');
  await drive(dan, 's1', { start: 96, hours: 2, kmh: 100, events: 0 });
  await calculateExposures(api.services.db, Date.now());
  const found = (await scores('&search=dan')).results[0];
  expect(found).toMatchObject({ score: null, ratio: null, distance: 200_000 });
  const path = '/api/coaching/recognitions/';
  const candidates = async () => (await ask(`${path}candidates/?month=${MONTH}`)).body;
  const { best, improved } = await candidates();
  expect(best.map(({ driver }: { driver: { id: number } }) => driver.id)).not.toContain(dan);
  expect(best[0]).toMatchObject({ driver: { id: bob }, is_recognised: false });
  expect(improved).toEqual([]);
  const recognise = (driver: number, as = fleet.people.manager) =>
    api.ask(path, {
      as,
      method: 'POST',
      body: { driver, month: MONTH, reason: 'best', text: 'Well driven.' },
    });
  expect((await recognise(fleet.ann, fleet.people.readonly)).status).toBe(403);
  expect((await recognise(fleet.ann)).status).toBe(201);
  expect((await recognise(fleet.ann)).body.code).toBe('coaching.recognised_already');
  expect(
    (await candidates()).best.find(
      ({ driver }: { driver: { id: number } }) => driver.id === fleet.ann,
    ),
  ).toMatchObject({ is_recognised: true });
  const { rows } = await api.services.db.pool.query(
    `select target, content->>'text' as text from deliveries where kind = 'message'`,
  );
  expect(rows).toEqual([
    { target: 'driver@track.test', text: expect.stringContaining('Well driven.') },
  ]);
  const own = (as: number) => ask('/api/coaching/own/recognitions/', as);
  expect((await own(fleet.people.driver)).body).toMatchObject([{ text: 'Well driven.' }]);
  expect((await own(fleet.people.manager)).body).toEqual([]);
  expect((await ask(`${path}?driver=${fleet.ann}`)).body.count).toBe(1);
  expect((await ask(path, fleet.people.foreign)).body.count).toBe(0);
});

it('[M-P11] shows drivers their own score among all drivers, and nothing of the others', async () => {
  // The driver's account sees the vehicle N1 only; the group has the others too.
  const { body } = await ask('/api/coaching/own/', fleet.people.driver);
  const listed = (await scores(`&id=${fleet.ann}`)).results[0];
  const { id: _, driver: __, ...score } = listed;
  expect(body.scores).toEqual([{ ...score, month: MONTH, minimum: 300_000, weight: 2 }]);
  expect(JSON.stringify(body)).not.toContain('Bob');
  expect((await ask('/api/coaching/own/', fleet.people.manager)).body.scores).toEqual([]);
});

it('[M-P11] finds the most improved drivers against the month before', async () => {
  const before = -31 * (DAY_MS / 3_600_000);
  await drive(fleet.ann, 'n1', { start: before, hours: 10, kmh: 40, events: 30 });
  await drive(bob, 's1', { start: before, hours: 10, kmh: 120, events: 2 });
  const eve = await makeDriver(api.services.db, fleet.home.customerId, 'Eve');
  await drive(eve, 's1', { start: before + 24, hours: 10, kmh: 40, events: 2 });
  await calculateExposures(api.services.db, MIDDLE_MS);
  const { improved } = (await ask(`/api/coaching/recognitions/candidates/?month=${MONTH}`)).body;
  expect(improved[0]).toMatchObject({ driver: { id: fleet.ann } });
  expect(improved[0].previous_ratio).toBeGreaterThan(improved[0].ratio);
});
