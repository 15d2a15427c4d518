import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import type { VehicleStateChange } from '../../../../platform/bus/index.ts';
import { hidePrivate } from './hiding/privacy-private-use-hiding.service.ts';

let api: TestApi;
let fleet: TrackedFleet;
const moved: VehicleStateChange[] = [];
const RULES = '/api/administration/private_use/';
const OWN = '/api/private_use/';
const HOUR_MS = 3_600_000;

const set = (as: number, body: object) =>
  api.ask(RULES, { as, method: 'POST', body: { vehicle: null, kind: 'period', ...body } });
const end = (as: number, id: number) => api.ask(`${RULES}${id}/end/`, { as, method: 'POST' });
const switchOwn = (as: number, body: object) => api.ask(OWN, { as, method: 'POST', body });
const seen = async (vehicle: number, as = fleet.people.manager) =>
  (await api.ask(`/api/expanded/track/vehicle/${vehicle}/`, { as })).body;
const errorFields = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  api.services.bus.subscribe('positions.committed', ({ states }) => moved.push(...states));
});
afterAll(() => api.close());

describe('private use of a vehicle', () => {
  it('[O-20] [M-P03] hides it from all users at once, and ends when it is ended', async () => {
    const { people, vehicles } = fleet;
    const { vehicleId } = vehicles.n1;
    expect(await seen(vehicleId)).toMatchObject({ state: 'moving', lat: 52.2574 });
    const made = await set(people.admin, { vehicle: vehicleId, reason: 'Holiday' });
    expect(made.status).toBe(201);
    expect(contract.privateUse.create.answer.parse(made.body)).toMatchObject({
      state: 'active',
      kind: 'period',
      ends_at: null,
      vehicle: { id: vehicleId },
    });
    for (const as of [people.manager, people.admin, people.global]) {
      const hidden = contract.tracking.trackVehicle.answer.parse(await seen(vehicleId, as));
      expect(hidden).toMatchObject({
        state: 'private',
        lat: null,
        long: null,
        speed: 0,
        ignition: null,
      });
      const place = hidden.display_units.find(({ unit_type }) => unit_type === 'address_location');
      expect(place?.text).toBeNull();
    }
    const { body } = await api.ask('/api/track/', { as: people.manager });
    const listed = body.results.find(({ id }: { id: number }) => id === vehicleId);
    expect([listed.state, listed.lat]).toEqual(['private', null]);
    expect(moved.at(-1)).toMatchObject({ vehicleId, isPrivate: true, latitudeDeg: null });
    const ended = await end(people.admin, made.body.id);
    expect(ended.body.state).toBe('ended');
    // The earlier position is not shown again: the next record brings a new one.
    expect(await seen(vehicleId)).toMatchObject({ state: 'stopped', lat: null });
    const log = await api.ask('/api/administration/audit/?kind=private_use', { as: people.admin });
    expect(log.body.results.map(({ action }: { action: string }) => action)).toEqual([
      'changed',
      'created',
    ]);
  });

  it('[O-20] [U-P03] allows no video of it, neither live nor recorded', async () => {
    const { people, vehicles } = fleet;
    const { vehicleId } = vehicles.n2;
    await set(people.admin, { vehicle: vehicleId });
    const live = await api.ask('/video-evidence/api/live_sessions/', {
      as: people.manager,
      method: 'POST',
      body: { vehicle: vehicleId, reason: '' },
    });
    expect([live.status, live.body.detail]).toEqual([
      409,
      'The vehicle is in private use: its cameras show nothing.',
    ]);
  });

  it('[O-20] [O-P07] is refused on the field for invalid values, and for vehicles of others', async () => {
    const { people, vehicles } = fleet;
    const { vehicleId } = vehicles.s1;
    const foreign = await set(people.admin, { vehicle: vehicles.f1.vehicleId });
    expect(errorFields(foreign)).toEqual([400, ['vehicle']]);
    const sibling = await set(people.northAdmin, { vehicle: vehicleId });
    expect(errorFields(sibling)).toEqual([400, ['vehicle']]);
    expect(errorFields(await set(people.northAdmin, {}))).toEqual([400, ['vehicle']]);
    const weekly = { vehicle: vehicleId, kind: 'weekly' };
    expect(errorFields(await set(people.admin, weekly))).toEqual([400, ['weekdays']]);
    const past = { vehicle: vehicleId, ends_at: '2020-01-01T00:00:00Z' };
    expect(errorFields(await set(people.admin, past))).toEqual([400, ['ends_at']]);
    const nowhere = { ...weekly, weekdays: [1], time_zone: 'Nowhere/Town' };
    expect(errorFields(await set(people.admin, nowhere))).toEqual([400, ['time_zone']]);
    const other = await set(people.admin, { customer: fleet.away.customerId });
    expect(errorFields(other)).toEqual([400, ['customer']]);
    expect((await set(people.manager, { vehicle: vehicleId })).status).toBe(403);
    const { rows } = await api.services.db.pool.query(
      'select count(*)::int as count from private_use_rules where vehicle_id = $1 or vehicle_id is null',
      [vehicleId],
    );
    expect(rows[0]).toEqual({ count: 0 });
  });

  it('[O-20] begins now at the earliest: earlier positions stay visible', async () => {
    const { people, vehicles } = fleet;
    const before = Date.now();
    const made = await set(people.admin, {
      vehicle: vehicles.x1.vehicleId,
      starts_at: '2026-01-01T00:00:00Z',
    });
    expect(Date.parse(made.body.starts_at)).toBeGreaterThanOrEqual(before);
    const planned = await set(people.admin, {
      vehicle: vehicles.x1.vehicleId,
      starts_at: new Date(before + HOUR_MS).toISOString(),
    });
    expect(planned.body.state).toBe('planned');
    expect((await end(people.admin, planned.body.id)).body.state).toBe('ended');
    expect((await end(people.foreign, made.body.id)).status).toBe(404);
  });
});

describe('private use of all vehicles by weekly hours', () => {
  it('[O-20] hides all vehicles of the customer during the hours, and no others', async () => {
    const { people, vehicles } = fleet;
    const { vehicleId } = vehicles.s1;
    const { db, bus } = api.services;
    const all = { kind: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'UTC' };
    const made = await set(people.admin, { ...all, start_time: '00:00', end_time: '00:00' });
    expect([made.status, made.body.vehicle]).toEqual([201, null]);
    expect((await seen(vehicleId)).state).toBe('private');
    expect((await seen(vehicles.f1.vehicleId, people.foreign)).state).not.toBe('private');
    expect((await end(people.northAdmin, made.body.id)).status).toBe(404);
    await end(people.admin, made.body.id);
    await hidePrivate({ db, bus });
    expect((await seen(vehicleId)).state).not.toBe('private');
  });

  it('[O-20] hides a vehicle that sends no records when the hours begin', async () => {
    const { people, vehicles, home } = fleet;
    const { vehicleId } = vehicles.s2;
    const { db, bus } = api.services;
    await db.pool.query(
      `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, weekdays, start_minute,
         end_minute, time_zone, created_by_name) values ($1, $2, 'weekly', '2026-01-01', '{1}', 600, 660,
         'UTC', 'Ada')`,
      [home.customerId, vehicleId],
    );
    const monday = Date.parse('2026-11-16T10:30:00Z');
    await hidePrivate({ db, bus }, monday - HOUR_MS);
    expect((await seen(vehicleId, people.admin)).state).toBe('offline');
    await hidePrivate({ db, bus }, monday);
    expect((await seen(vehicleId, people.admin)).state).toBe('private');
    await hidePrivate({ db, bus }, monday + HOUR_MS / 2 + 60_000);
    expect((await seen(vehicleId, people.admin)).state).toBe('offline');
  });
});

describe('the switch of a driver', () => {
  it('[O-20] [U-01] applies to the assigned vehicle only, until a time or until it is switched off', async () => {
    const { people, vehicles } = fleet;
    const none = await api.ask(OWN, { as: people.manager });
    expect(none.body).toMatchObject({ vehicle: null, is_private: false });
    expect((await switchOwn(people.manager, { is_private: true })).status).toBe(409);
    const past = { is_private: true, ends_at: '2020-01-01T00:00:00Z' };
    expect(errorFields(await switchOwn(people.driver, past))).toEqual([400, ['ends_at']]);
    const endsAt = new Date(Date.now() + HOUR_MS).toISOString();
    const on = await switchOwn(people.driver, { is_private: true, ends_at: endsAt });
    expect(on.body).toEqual({
      vehicle: { id: vehicles.s1.vehicleId, registration: expect.any(String) },
      is_private: true,
      ends_at: endsAt,
      may_end: true,
    });
    expect((await seen(vehicles.s1.vehicleId, people.driver)).state).toBe('private');
    const off = await switchOwn(people.driver, { is_private: false });
    expect([off.body.is_private, off.body.ends_at]).toEqual([false, null]);
  });

  it('[O-20] does not end rules of the company', async () => {
    const { people, vehicles } = fleet;
    const hours = { kind: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const made = await set(people.admin, { ...hours, vehicle: vehicles.s1.vehicleId });
    const own = await api.ask(OWN, { as: people.driver });
    expect(own.body).toMatchObject({ is_private: true, may_end: false, ends_at: null });
    expect((await switchOwn(people.driver, { is_private: false })).status).toBe(409);
    await end(people.admin, made.body.id);
  });
});

describe('private mileage', () => {
  it('[O-20] [M-P07] is listed with the trips, without a place, in the list and in the report', async () => {
    const { people, vehicles, home } = fleet;
    const { vehicleId, trackerId } = vehicles.n1;
    await api.services.db.pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid,
         private_leg_m)
       select $1, $2, $3::timestamptz + n * interval '1 minute', n, $4, false,
         case when n between 1 and 20 or n between 200 and 205 then 1000 else 0 end
       from generate_series(0, 300) n`,
      [home.customerId, vehicleId, '2026-06-03T18:00:00Z', trackerId],
    );
    const range = { start: '2026-06-03T00:00:00Z', end: '2026-06-04T00:00:00Z' };
    const query = new URLSearchParams({ vehicle: String(vehicleId), ...range });
    const { body } = await api.ask(`/api/vehicle/trip/?${query}`, { as: people.manager });
    const { results, private_use: travels } = contract.trips.list.answer.parse(body);
    expect(results).toEqual([]);
    expect(travels).toEqual([
      { start_time: '2026-06-03T18:01:00Z', end_time: '2026-06-03T18:20:00Z', distance: 20_000 },
      { start_time: '2026-06-03T21:20:00Z', end_time: '2026-06-03T21:25:00Z', distance: 6000 },
    ]);
    const report = await api.ask(`/api/reports/trips/?format=csv&${query}`, { as: people.manager });
    expect(report.status).toBe(200);
    expect(String(report.body)).toContain('Private use');
    const trace = await api.ask(`/api/trace/?${query}`, { as: people.manager });
    expect(trace.body.points).toEqual([]);
  });
});
