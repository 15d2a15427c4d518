import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import { setState, type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { findNextCouplings } from './couplings-finding.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const KM_DEG = 1 / 111.195;
/** Midday of some days ago, so that a journey does not cross midnight. */
const NOON = Math.floor(Date.now() / DAY - 6) * DAY + 12 * 3_600_000;

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let [beaconed, tracked, serial] = [0, 0, 0];
let trackedDevice = 0;

type Attributes = Readonly<Record<string, string>>;
/** Minutes, kilometres to the north, and what the records report. */
type Leg = readonly [minutes: number, km: number, attributes?: Attributes | 'private'];
const BEACON = { beacons: '0a0b0c0d0e0f000102030405060708090a0b0c0d,-60' };

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await api.services.db.pool.query(text, [...values])).rows;
const ask = (method: string, path: string, body?: object) =>
  api.ask(path, { as: admin, method, ...(body === undefined ? {} : { body }) });

/** Stores a record per minute and, as the derivation does, one journey for all. */
async function drive(
  vehicle: { readonly vehicleId: number; readonly trackerId: number },
  startMs: number,
  legs: readonly Leg[],
  { km = 0, hasTrip = true } = {},
): Promise<void> {
  const records: object[] = [];
  let [fromMs, fromKm] = [startMs, km];
  for (const [minutes, driven, attributes] of legs) {
    for (let at = 1; at <= minutes; at += 1) {
      const isPrivate = attributes === 'private';
      records.push({
        at: new Date(fromMs + at * MINUTE).toISOString(),
        digest: fromMs + at,
        latitude: isPrivate ? null : 51 + (fromKm + (driven * at) / minutes) * KM_DEG,
        speed: driven === 0 ? 0 : 60,
        attributes: isPrivate ? null : (attributes ?? null),
        leg: isPrivate ? 1000 : null,
      });
    }
    fromMs += minutes * MINUTE;
    fromKm += driven;
  }
  await sql(
    `insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest, latitude,
       longitude, speed_kmh, fix_valid, attributes, private_leg_m)
     select $1, $2, $3, r.at, r.digest, r.latitude, case when r.latitude is not null then -1 end, r.speed,
       r.latitude is not null, r.attributes, r.leg
     from jsonb_to_recordset($4::jsonb) r (at timestamptz, digest bigint, latitude float8, speed real,
       attributes jsonb, leg real)`,
    [fleet.home.customerId, vehicle.vehicleId, vehicle.trackerId, JSON.stringify(records)],
  );
  if (!hasTrip) return;
  await sql(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh, segments)
     values ($1, $2, $3, $4, false, 51, -1, 52, -1, 1, 1, 0, 60, '[]')`,
    [fleet.home.customerId, vehicle.vehicleId, new Date(startMs), new Date(fromMs)],
  );
}

/** A trailer's journey waits for the records of its vehicle. */
async function find(): Promise<void> {
  while (await findNextCouplings(api.services.db, Date.now() + 11 * MINUTE));
}
/** Vehicle, start and end in minutes after noon, source and mark, oldest first. */
async function found(trailer: number): Promise<string[]> {
  const { body } = await ask('GET', `/api/couplings/?trailer=${trailer}&ordering=coupled_at`);
  const minute = (time: string) => (Date.parse(time) - NOON) / MINUTE;
  return body.results.map(
    (one: Record<string, string> & { vehicle: { registration: string } }) =>
      `${one.vehicle.registration} ${minute(one.coupled_at ?? '')}-${
        one.uncoupled_at === null ? '' : minute(one.uncoupled_at ?? '')
      } ${one.source}${one.silent_since === null ? '' : '!'}`,
  );
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  admin = await makeUser(db, customerId, 'finding@couplings.test', { role: 'ADMIN' }, [
    'Vehicle File',
  ]);
  const rows = await sql(
    `insert into vehicles (customer_id, registration, type, kind)
     values ($1, 'TR1', 'STR', 'semi_trailer'), ($1, 'TR2', 'STR', 'semi_trailer'),
       ($1, 'TR3', 'STR', 'drawbar_trailer') returning id`,
    [customerId],
  );
  [beaconed, tracked, serial] = rows.map(({ id }) => id) as [number, number, number];
  const [device] = await sql(
    `insert into trackers (customer_id, number, protocol, vehicle_id) values ($1, '867000000000777', 'teltonika', $2)
     returning id`,
    [customerId, tracked],
  );
  trackedDevice = device.id;
});
afterAll(() => api.close());

describe('identifiers of a trailer', () => {
  const stored = async (id: number) => (await ask('GET', `/api/vehicle/${id}/`)).body;
  const change = async (id: number, body: object) =>
    ask('PUT', `/api/vehicle/${id}/`, { registration: (await stored(id)).registration, ...body });

  it('are typed in its form, unique in any spelling, and only those of trailers', async () => {
    const uuid = '0A0B0C0D-0E0F-0001-0203-040506070809:0A0B:0C0D';
    const saved = await change(beaconed, { identifiers: [uuid] });
    expect(saved, JSON.stringify(saved.body)).toMatchObject({
      status: 200,
      body: { identifiers: [uuid] },
    });
    expect((await change(serial, { identifiers: ['ABC1234'] })).status).toBe(200);
    // They stay when a companion app does not know the field.
    expect((await change(serial, { vin: 'WSM1' })).body.identifiers).toEqual(['ABC1234']);
    const codes = async (id: number, identifiers: string[]) =>
      (await change(id, { identifiers })).body.error_codes?.identifiers;
    expect(await codes(serial, [uuid.replaceAll(/[-:]/g, '').toLowerCase()])).toEqual([
      'vehicle.identifier_taken',
    ]);
    expect(await codes(fleet.vehicles.n1.vehicleId, ['ABC9999'])).toEqual([
      'vehicle.identifiers_of_trailer',
    ]);
    expect((await change(serial, { identifiers: ['A-1'] })).status).toBe(400);
  });
});

describe('couplings that are found', () => {
  it('by the device, from the first movement until the vehicle leaves without it', async () => {
    const { n1, n2 } = fleet.vehicles;
    await drive(n1, NOON, [
      [10, 0, BEACON],
      [30, 30, BEACON],
      [20, 0, BEACON],
    ]);
    // A vehicle parked beside it reports it too.
    await drive(n2, NOON, [
      [15, 0, BEACON],
      [30, -30],
    ]);
    await find();
    expect(await found(beaconed)).toEqual(['N1 AAA 10- device']);
    const { body } = await ask('GET', `/api/couplings/?trailer=${beaconed}`);
    const [device] = await sql('select number from trackers where id = $1', [n1.trackerId]);
    expect(body.results[0]).toMatchObject({ position: 1, author: device.number });
    await drive(n1, NOON + 60 * MINUTE, [[30, 30]], { km: 30 });
    await find();
    expect(await found(beaconed)).toEqual(['N1 AAA 10-60 device']);
    expect((await ask('GET', '/api/couplings/?source=device&state=ended')).body.count).toBe(1);
  });

  it('again for a period whose records arrive late', async () => {
    const { n1 } = fleet.vehicles;
    const [before] = await sql('select id from couplings where trailer_id = $1', [beaconed]);
    // The trailer went on until minute 80: the records of 60 to 80 carry its beacon.
    await sql(
      `update positions set attributes = $1 where vehicle_id = $2 and device_time > $3
         and device_time <= $4`,
      [BEACON, n1.vehicleId, new Date(NOON + 60 * MINUTE), new Date(NOON + 80 * MINUTE)],
    );
    await drive(n1, NOON + 90 * MINUTE, [[5, 0]], { km: 60, hasTrip: false });
    await sql(
      `insert into derivations (vehicle_id, customer_id, derived_through, state, redo_from, redo_until)
       values ($1, $2, now(), '{}', $3, $4)`,
      [
        n1.vehicleId,
        fleet.home.customerId,
        new Date(NOON + 60 * MINUTE),
        new Date(NOON + 95 * MINUTE),
      ],
    );
    await sql('update derivations set redo_from = null, redo_until = null');
    await find();
    expect(await found(beaconed)).toEqual(['N1 AAA 10- device!']);
    expect((await sql('select id from couplings where trailer_id = $1', [beaconed]))[0]).toEqual(
      before,
    );
    // A repeat changes nothing.
    await sql('update trips set distance_m = 2 where vehicle_id = $1', [n1.vehicleId]);
    await find();
    expect(await found(beaconed)).toEqual(['N1 AAA 10- device!']);
  });

  it('by the serial of its electronics, with a mark if it falls silent, also over private use', async () => {
    const { s2 } = fleet.vehicles;
    const SERIAL = { trailerSerial: Buffer.from('ABC1234\0').toString('hex') };
    await drive(s2, NOON, [
      [5, 0, SERIAL],
      [20, 20, SERIAL],
      [60, 0, 'private'],
      [20, 20, SERIAL],
      [40, 40],
    ]);
    await find();
    // Of the last day, nothing is known: it ends when a day is over.
    expect((await found(serial))[0]).toBe('S2 50% 5- device!');
  });

  it('by place, if its own tracker moves along; of two in a convoy, none', async () => {
    const { n2, x1 } = fleet.vehicles;
    const trailer = { vehicleId: tracked, trackerId: trackedDevice };
    const day: readonly Leg[] = [
      [10, 0],
      [30, 30],
      [20, 0],
    ];
    const startMs = NOON + DAY;
    await drive(trailer, startMs, day);
    await drive(n2, startMs, day);
    await find();
    expect(await found(tracked)).toEqual(['N2 BBB 1450- place']);
    // A day later, with two that drive together.
    await drive(n2, startMs + 60 * MINUTE, [[30, 30]], { km: 30 });
    await drive(trailer, startMs + 62 * MINUTE, [[30, 0]], { km: 30 });
    for (const one of [trailer, n2, x1]) await drive(one, startMs + DAY, day);
    await find();
    expect(await found(tracked)).toEqual(['N2 BBB 1450-1500 place']);
  });

  it('never in place of a person’s: corrected, deleted and recorded ones stay', async () => {
    const { n1, s1 } = fleet.vehicles;
    const { body } = await ask('GET', `/api/couplings/?trailer=${beaconed}`);
    const [one] = body.results;
    const path = `/api/couplings/${one.id}/`;
    const corrected = await ask('PUT', path, {
      vehicle: n1.vehicleId,
      trailer: beaconed,
      position: 1,
      coupled_at: new Date(NOON + 20 * MINUTE).toISOString(),
      uncoupled_at: new Date(NOON + 70 * MINUTE).toISOString(),
      version: one.version,
    });
    expect(corrected.body, JSON.stringify(corrected.body)).toMatchObject({ source: 'hand' });
    const again = async () => {
      await sql('update trips set distance_m = distance_m + 1');
      await find();
    };
    await again();
    expect(await found(beaconed)).toEqual(['N1 AAA 20-70 hand']);
    const [place] = (await ask('GET', `/api/couplings/?trailer=${tracked}`)).body.results;
    expect((await ask('DELETE', `/api/couplings/${place.id}/`)).status).toBe(204);
    await again();
    expect(await found(tracked)).toEqual([]);
    // A driver's coupling keeps its start; the device tells its end.
    await sql(
      `insert into couplings (customer_id, vehicle_id, trailer_id, coupled_at, source, author)
       values ($1, $2, $3, $4, 'driver', 'Ann')`,
      [fleet.home.customerId, s1.vehicleId, beaconed, new Date(NOON + 3 * DAY)],
    );
    await drive(s1, NOON + 3 * DAY, [
      [10, 0, BEACON],
      [30, 30, BEACON],
      [20, 0, BEACON],
      [30, 30],
    ]);
    await find();
    expect((await found(beaconed)).at(-1)).toBe('S1 CCC 4320-4380 driver');
  });

  it('of before an identifier was entered, from the records of the last days', async () => {
    const { x1 } = fleet.vehicles;
    const LATER = { trailerSerial: Buffer.from('LATER99\0').toString('hex') };
    const startMs = NOON + 4 * DAY;
    await drive(x1, startMs, [
      [10, 0, LATER],
      [30, 30, LATER],
      [20, 0, LATER],
      [30, 30],
    ]);
    await setState(api.services.db, fleet.home.customerId, x1, { ageS: 60 });
    await find();
    expect((await found(serial)).map((one) => one.split(' ')[0])).toEqual(['S2']);
    const path = `/api/vehicle/${serial}/`;
    const { registration } = (await ask('GET', path)).body;
    const searching = async () => (await ask('GET', '/api/couplings/')).body.searching;
    expect(await searching()).toBe(0);
    const save = (identifiers: string[]) => ask('PUT', path, { registration, identifiers });
    await save(['ABC1234', 'LATER99']);
    const queued = await searching();
    expect(queued).toBeGreaterThan(0);
    // Saving the same again, and taking one away, searches nothing again.
    await save(['LATER99', 'ABC1234']);
    expect(await searching()).toBe(queued);
    await find();
    expect(await searching()).toBe(0);
    // The vehicle that took the trailer also ends the coupling before.
    expect(await found(serial)).toEqual(['S2 50% 5-5770 device!', 'X1 EEE 5770-5820 device']);
    await save(['LATER99']);
    expect(await searching()).toBe(0);
  });
});
