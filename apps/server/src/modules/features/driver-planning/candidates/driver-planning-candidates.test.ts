import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import {
  makeDriver,
  setState,
  type TrackedFleet,
  trackedFleet,
} from '../../../../../test/tracked-fleet.ts';
import { storeCardActivities } from '../../drivers-hours/index.ts';

const HOUR_MS = 3_600_000;

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let tracker: number;
let foreign: number;
let near: number;
let tired: number;
let away: number;

interface Candidate {
  readonly driver: { readonly id: number };
  readonly level: string;
  readonly findings: readonly { readonly check: string; readonly level: string }[];
  readonly driving_left: number | null;
  readonly rested: number | null;
  readonly distance: number | null;
}

const find = async (query: string, as = manager) => {
  const { body, status } = await api.ask(`/api/driver_planning/candidates/?${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.candidates as Candidate[];
};
const ofDriver = (candidates: readonly Candidate[], id: number) =>
  candidates.find(({ driver }) => driver.id === id);
const checksOf = (one: Candidate | undefined) =>
  one?.findings.map(({ check, level }) => `${level} ${check}`);

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  near = await makeDriver(db, customerId, 'Nina');
  tired = await makeDriver(db, customerId, 'Tim');
  away = await makeDriver(db, customerId, 'Aron');
  const person = (name: string, modules: string[], customer = customerId) =>
    makeUser(db, customer, `candidates-${name}@candidates.test`, { role: 'MANAGER' }, modules);
  manager = await person('manager', ['accessTachoGraf']);
  tracker = await person('tracker', ['accessTachoGraf', 'Track']);
  foreign = await person('foreign', ['accessTachoGraf', 'Track'], fleet.away.customerId);
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
  const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
  const work = (driver: number, fromH: number, untilH: number) =>
    db.asSystem((trx) =>
      storeCardActivities(trx, { id: driver, customerId }, [
        {
          kind: 'driving',
          startMs: nowMs - fromH * HOUR_MS,
          endMs: nowMs - untilH * HOUR_MS,
          ...flags,
        },
      ]),
    );
  await work(near, 20, 16);
  await work(tired, 9, 1);
  await db.pool.query(
    `insert into driver_absences (customer_id, driver_id, kind, starts_at, ends_at, is_whole_days, state,
       author) values ($1, $2, 'sick', now() - interval '1 day', now() + interval '1 day', false, 'approved',
       'Ada')`,
    [customerId, away],
  );
});
afterAll(() => api.close());

describe('who can take a vehicle', () => {
  it('[U-20] ranks the drivers, each with what is left and why not', async () => {
    const found = await find(`vehicle=${fleet.vehicles.n2.vehicleId}&hours=6&driving=4`);
    const order = found.map(({ driver }) => driver.id);
    expect(order.indexOf(near)).toBeLessThan(order.indexOf(tired));
    const fresh = ofDriver(found, near);
    expect(fresh?.driving_left).toBe(4.5 * 3600);
    expect(fresh?.rested).toBeGreaterThanOrEqual(16 * 3600);
    expect(checksOf(ofDriver(found, tired))).toEqual(
      expect.arrayContaining(['breaks daily_driving', 'breaks daily_rest']),
    );
    expect(ofDriver(found, tired)?.level).toBe('breaks');
    expect(checksOf(ofDriver(found, away))?.[0]).toBe('breaks driver_absent');
    expect(order).not.toContain(fleet.foreignDriver);
  });

  it('says that a driver, or the vehicle, has another shift then', async () => {
    const { customerId, depotId } = fleet.home;
    await api.services.db.pool.query(
      `insert into planned_shifts (customer_id, driver_id, vehicle_id, depot_id, starts_at, ends_at, author)
       values ($1, $2, $3, $4, now() + interval '2 hours', now() + interval '9 hours', 'Ada')`,
      [customerId, near, fleet.vehicles.s2.vehicleId, depotId],
    );
    const other = await find(`vehicle=${fleet.vehicles.n2.vehicleId}&hours=6`);
    expect(checksOf(ofDriver(other, near))).toContain('breaks driver_busy');
    const same = await find(`vehicle=${fleet.vehicles.s2.vehicleId}&hours=6`);
    expect(checksOf(ofDriver(same, away))).toContain('breaks vehicle_busy');
    const at = new Date(Date.now() + 30 * HOUR_MS).toISOString();
    const later = await find(`vehicle=${fleet.vehicles.n2.vehicleId}&at=${at}&hours=6`);
    expect(checksOf(ofDriver(later, near))).not.toContain('breaks driver_busy');
    expect(checksOf(ofDriver(later, away))).not.toContain('breaks driver_absent');
    await api.services.db.pool.query('delete from planned_shifts');
  });

  it('says how far a driver is only to people who may see it', async () => {
    const { db } = api.services;
    const { n2, s2 } = fleet.vehicles;
    await db.pool.query('update vehicles set driver_id = $2 where id = $1', [s2.vehicleId, near]);
    await setState(db, fleet.home.customerId, n2, { ageS: 5 });
    await setState(db, fleet.home.customerId, s2, { ageS: 5, latitudeDeg: 52.3574 });
    const query = `vehicle=${n2.vehicleId}`;
    const distance = async (as: number) => ofDriver(await find(query, as), near)?.distance;
    expect(await distance(tracker)).toBeGreaterThan(11_000);
    expect(await distance(tracker)).toBeLessThan(11_300);
    expect(await distance(manager)).toBeNull();
    await db.pool.query('update vehicle_states set is_private = true where vehicle_id = $1', [
      s2.vehicleId,
    ]);
    expect(await distance(tracker)).toBeNull();
  });

  it('shows nothing of another customer', async () => {
    const path = `/api/driver_planning/candidates/?vehicle=${fleet.vehicles.n2.vehicleId}`;
    expect((await api.ask(path, { as: foreign })).status).toBe(404);
  });
});
