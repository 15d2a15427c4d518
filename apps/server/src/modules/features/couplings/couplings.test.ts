import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const HOUR_MS = 3_600_000;
const MODULES = ['Vehicle File', 'Track'];

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let north: number;
let foreign: number;
let lorry: number;
let trailers: readonly number[];

const hoursAgo = (hours: number) =>
  `${new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
const ask = (method: string, path: string, body?: object, as = manager) =>
  api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
const read = async (path: string, as = manager) => {
  const { status, body } = await ask('GET', path, undefined, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const trailer = (at: number) => trailers[at] ?? 0;
const couple = async (changed: object = {}, status = 201) => {
  const body = { vehicle: lorry, trailer: trailer(0), coupled_at: hoursAgo(5), ...changed };
  const answer = await ask('POST', '/api/couplings/', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
};

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, customer: number, changed: object) =>
    makeUser(db, customer, `coupling-${name}@couplings.test`, changed, MODULES);
  manager = await person('manager', customerId, { role: 'MANAGER' });
  reader = await person('reader', customerId, { role: 'READONLY' });
  north = await person('north', customerId, { role: 'MANAGER' });
  foreign = await person('foreign', fleet.away.customerId, { role: 'MANAGER' });
  await limitToDepot(db, north, fleet.north);
  lorry = fleet.vehicles.n1.vehicleId;
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into vehicles (customer_id, registration, type, kind)
     values ($1, 'TR1', 'STR', 'semi_trailer'), ($1, 'TR2', 'STR', 'drawbar_trailer'),
       ($1, 'TR3', 'STR', 'semi_trailer') returning id`,
    [customerId],
  );
  trailers = rows.map(({ id }) => id);
  await db.pool.query(
    'insert into vehicle_depots (customer_id, vehicle_id, depot_id) values ($1, $2, $3)',
    [customerId, trailer(0), fleet.north],
  );
});
afterAll(() => api.close());

describe('couplings', () => {
  it('couples trailers, each at its position, and says so on both pages', async () => {
    const first = await couple({ driver: fleet.ann, note: 'Bay 4' });
    expect(first).toMatchObject({
      vehicle: { registration: 'N1 AAA' },
      trailer: { registration: 'TR1' },
      position: 1,
      uncoupled_at: null,
      source: 'hand',
      driver: { first_name: 'Ann' },
      note: 'Bay 4',
    });
    expect(await couple({ trailer: trailer(1), coupled_at: hoursAgo(4) })).toMatchObject({
      position: 2,
    });
    const vehicle = await read(`/api/overviews/vehicles/${lorry}/`);
    expect(
      vehicle.trailers.map(({ registration }: { registration: string }) => registration),
    ).toEqual(['TR1', 'TR2']);
    expect(vehicle.coupled_to).toBeNull();
    const page = await read(`/api/overviews/vehicles/${trailer(0)}/`);
    expect(page.status).toMatchObject({ state: 'offline', is_untracked: true });
    expect(page.coupled_to).toMatchObject({
      registration: 'N1 AAA',
      status: { lat: 52.2574, long: -1.1636, state: 'moving' },
    });
  });

  it('refuses overlaps, kinds that do not fit and times that cannot be', async () => {
    const other = { vehicle: fleet.vehicles.n2.vehicleId };
    const refused = async (changed: object, status: number, field: string, code: string) => {
      const body = await couple(changed, status);
      expect(body.error_codes?.[field], JSON.stringify(body)).toEqual([code]);
    };
    await refused(other, 409, 'trailer', 'coupling.trailer_coupled');
    await refused({ trailer: trailer(2) }, 409, 'vehicle', 'coupling.no_place');
    await refused({ trailer: trailer(2), position: 1 }, 409, 'position', 'coupling.place_taken');
    await refused({ ...other, vehicle: trailer(1) }, 400, 'vehicle', 'coupling.cannot_pull');
    await refused(
      { trailer: fleet.vehicles.n2.vehicleId },
      400,
      'trailer',
      'coupling.not_a_trailer',
    );
    await refused({ coupled_at: hoursAgo(-1) }, 400, 'coupled_at', 'validation.time_in_future');
    await refused(
      { trailer: trailer(2), uncoupled_at: hoursAgo(6) },
      400,
      'uncoupled_at',
      'validation.end_not_after_start',
    );
    await couple({ vehicle: fleet.vehicles.f1.vehicleId }, 404);
  });

  it('takes a trailer over, uncouples, corrects and deletes it, each in the audit log', async () => {
    const next = await couple({
      vehicle: fleet.vehicles.n2.vehicleId,
      coupled_at: hoursAgo(3),
      replaces: true,
    });
    const history = await read(`/api/couplings/?trailer=${trailer(0)}`);
    expect(
      history.results.map(({ uncoupled_at }: { uncoupled_at: string }) => uncoupled_at),
    ).toEqual([null, next.coupled_at]);
    const path = `/api/couplings/${next.id}/`;
    const early = await ask('POST', `${path}uncouple/`, { uncoupled_at: hoursAgo(4) });
    expect(early.body.error_codes.uncoupled_at).toEqual(['validation.end_not_after_start']);
    const ended = await ask('POST', `${path}uncouple/`, { uncoupled_at: hoursAgo(1) });
    expect(ended.body.uncoupled_at).not.toBeNull();
    const again = await ask('POST', `${path}uncouple/`, { uncoupled_at: hoursAgo(1) });
    expect([again.status, again.body.code]).toEqual([409, 'coupling.ended']);
    const correction = {
      vehicle: fleet.vehicles.n2.vehicleId,
      trailer: trailer(0),
      position: 2,
      coupled_at: hoursAgo(2),
      uncoupled_at: hoursAgo(1),
      note: 'Swapped',
      version: ended.body.version,
    };
    expect((await ask('PUT', path, correction)).body).toMatchObject({
      position: 2,
      note: 'Swapped',
    });
    expect((await ask('PUT', path, correction)).status).toBe(409);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('GET', path)).status).toBe(404);
    const { rows } = await api.services.db.pool.query<{ action: string }>(
      `select action from audit_entries where subject_kind = 'coupling' and subject_id = $1
       order by id`,
      [String(next.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'changed', 'removed']);
  });

  it('filters by either end, state, period and search, sorts and exports', async () => {
    const count = async (query: string) => (await read(`/api/couplings/?${query}`)).count;
    expect(await count(`asset=${lorry}`)).toBe(2);
    expect(await count(`asset=${trailer(0)}&state=ended`)).toBe(1);
    expect(await count('state=open')).toBe(1);
    expect(await count('search=TR2')).toBe(1);
    expect(await count('search=ann')).toBe(1);
    expect(await count('source=device')).toBe(0);
    expect(await count('from=2199-01-01&state=ended')).toBe(0);
    expect(await count('to=2020-01-01')).toBe(0);
    expect(await count(`depot=${fleet.north}`)).toBe(2);
    const sorted = await read('/api/couplings/?ordering=-trailer');
    expect(sorted.results[0].trailer.registration).toBe('TR2');
    const file = await api.ask('/api/couplings/export/?format=csv', { as: manager });
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain('TR2');
  });

  it('shows nothing beyond the scope, and lets readers change nothing', async () => {
    // The trailer TR2 is in no depot of this person.
    expect((await read('/api/couplings/', north)).count).toBe(1);
    expect((await read('/api/couplings/', foreign)).count).toBe(0);
    const [one] = (await read('/api/couplings/', reader)).results;
    expect((await ask('DELETE', `/api/couplings/${one.id}/`, undefined, reader)).status).toBe(403);
    expect((await ask('DELETE', `/api/couplings/${one.id}/`, undefined, foreign)).status).toBe(404);
  });

  it('finds trailers for the choosers, and marks those without a tracker in live tracking', async () => {
    const found = await read('/api/fmt/simple_vehicle_list/?trailers=true&search=TR');
    expect(found.results.map(({ registration }: { registration: string }) => registration)).toEqual(
      ['TR1', 'TR2', 'TR3'],
    );
    const live = await read(`/api/expanded/track/vehicle/${trailer(0)}/`);
    expect(live).toMatchObject({ state: 'offline', is_untracked: true });
    expect(await read(`/api/expanded/track/vehicle/${lorry}/`)).not.toHaveProperty('is_untracked');
    const depot = await read(`/api/overviews/depots/${fleet.north}/`);
    expect(depot.states.offline).toBe(1);
  });
});
