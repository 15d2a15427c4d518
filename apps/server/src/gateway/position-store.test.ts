import { EMPTY_RECORD } from '@roadworthy/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/harness.ts';
import { createLocalBus } from '../platform/bus/index.ts';
import { createLog } from '../platform/log/index.ts';
import { Partitions } from './partitions.ts';
import { type PositionRow, positionRow } from './position-row.ts';
import { PositionStore } from './position-store.ts';
import { VehicleStateStore } from './vehicle-state-store.ts';
import { VehicleStates } from './vehicle-states.ts';

const START = Date.parse('2026-06-01T08:00:00Z');
let test: TestDatabase;
let customerId = 0;
const open: VehicleStates[] = [];

beforeAll(async () => {
  test = await testDatabase();
  const { rows } = await test.db.pool.query(
    `insert into customers (name) values ('First') returning id`,
  );
  customerId = rows[0].id;
});
afterAll(async () => {
  for (const states of open) await states.close();
  await test.drop();
});

/** A store with its own memory, as each gateway process has one. */
function gateway() {
  const { pool } = test.db;
  const states = new VehicleStates(
    new VehicleStateStore(pool),
    createLocalBus(),
    createLog('silent'),
  );
  open.push(states);
  return { states, store: new PositionStore(pool, new Partitions(pool), states) };
}

async function vehicle(): Promise<{ vehicleId: number; trackerId: number; customerId: number }> {
  const { rows } = await test.db.pool.query(
    `with v as (insert into vehicles (customer_id, registration, type)
       values ($1, gen_random_uuid()::text, 'VAN') returning id)
     insert into trackers (customer_id, number, protocol, vehicle_id)
     select $1, gen_random_uuid()::text, 'teltonika', id from v returning id, vehicle_id`,
    [customerId],
  );
  return { vehicleId: rows[0].vehicle_id, trackerId: rows[0].id, customerId };
}

type Vehicle = Awaited<ReturnType<typeof vehicle>>;
const at = (owner: Vehicle, second: number, changed: object = {}): PositionRow =>
  positionRow(owner, { ...EMPTY_RECORD, timeMs: START + second * 1000, ...changed }, START);

async function stored(owner: Vehicle) {
  const { rows } = await test.db.pool.query(
    'select * from positions where vehicle_id = $1 order by device_time, record_digest',
    [owner.vehicleId],
  );
  return rows;
}
async function kept(owner: Vehicle) {
  const { rows } = await test.db.pool.query('select * from vehicle_states where vehicle_id = $1', [
    owner.vehicleId,
  ]);
  return rows[0];
}
async function redoFrom(owner: Vehicle): Promise<Date | null> {
  const { rows } = await test.db.pool.query(
    'select redo_from from derivations where vehicle_id = $1',
    [owner.vehicleId],
  );
  return rows[0]?.redo_from ?? null;
}

describe('copied columns equal the record', () => {
  it('every column, with signs, fractions, texts of other alphabets and null', async () => {
    const owner = await vehicle();
    const { store } = gateway();
    await store.store([
      at(owner, 0),
      at(owner, 0.25, {
        fixValid: true,
        latitudeDeg: -51.123_456_7,
        longitudeDeg: 179.999_999_9,
        altitudeM: -12.5,
        speedKmh: 88.25,
        headingDeg: 359.6,
        satellites: 21,
        ignition: false,
        odometerM: 123_456_789.5,
        externalVoltageV: 27.75,
        batteryVoltageV: 3.5,
        batteryPercent: 62.5,
        temperatureC: -18.5,
        driverTag: 'Ж\u0000Ü\ud800',
        events: [
          { code: 41, kind: 'pulse' },
          { code: 52, kind: 'state', active: true },
          { code: 53, kind: 'state', active: false },
        ],
        attributes: { text: 'a "quoted" \u0000 ж \ud83d', n: 1.5, on: true },
      }),
    ]);
    const [nothing, everything] = await stored(owner);
    expect(nothing).toMatchObject({
      fix_valid: false,
      latitude: null,
      speed_kmh: null,
      ignition: null,
      driver_tag: null,
      event_codes: null,
      attributes: null,
    });
    expect(everything).toMatchObject({
      customer_id: customerId,
      tracker_id: owner.trackerId,
      device_time: new Date(START + 250),
      fix_valid: true,
      latitude: -51.123_456_7,
      longitude: 179.999_999_9,
      altitude_m: -12.5,
      speed_kmh: 88.25,
      heading_deg: 360,
      satellites: 21,
      ignition: false,
      odometer_m: 123_456_789.5,
      external_voltage_v: 27.75,
      battery_voltage_v: 3.5,
      battery_percent: 62.5,
      temperature_c: -18.5,
      driver_tag: 'ЖÜ\ufffd',
      event_codes: [41, 52],
      attributes: { text: 'a "quoted" \ufffd ж \ufffd', n: 1.5, on: true },
    });
  });

  it('more rows than the initial buffer holds', async () => {
    const owner = await vehicle();
    const { store } = gateway();
    const long = 'x'.repeat(60);
    const rows = Array.from({ length: 3000 }, (_, n) =>
      at(owner, n, { attributes: { [long]: long, n } }),
    );
    await store.store(rows);
    expect(await stored(owner)).toHaveLength(3000);
  });
});

describe('repeats and late records', () => {
  it('a repeat changes nothing and is not an error', async () => {
    const owner = await vehicle();
    const { store } = gateway();
    await store.store([at(owner, 1), at(owner, 2), at(owner, 2)]);
    await store.store([at(owner, 1), at(owner, 2)]);
    expect(await stored(owner)).toHaveLength(2);
    expect(await redoFrom(owner)).toBeNull();
  });

  it('two different records with the same time are both stored', async () => {
    const owner = await vehicle();
    const { store } = gateway();
    await store.store([at(owner, 1, { speedKmh: 10 }), at(owner, 1, { speedKmh: 11 })]);
    expect(await stored(owner)).toHaveLength(2);
  });

  it('[M-P08] a late record marks its vehicle in the same transaction, from the oldest record on', async () => {
    const owner = await vehicle();
    const { store } = gateway();
    await store.store([at(owner, 100)]);
    expect(await redoFrom(owner)).toBeNull();
    await store.store([at(owner, 50), at(owner, 40), at(owner, 101)]);
    expect(await redoFrom(owner)).toEqual(new Date(START + 40_000));
    await store.store([at(owner, 70)]);
    expect(await redoFrom(owner)).toEqual(new Date(START + 40_000));
    expect(await stored(owner)).toHaveLength(5);
  });

  it('a record that another gateway stored meanwhile is recognised as a repeat', async () => {
    const owner = await vehicle();
    const [one, two] = [gateway(), gateway()];
    await one.store.store([at(owner, 1)]);
    await two.states.ensure([at(owner, 1)]);
    await one.store.store([at(owner, 2)]);
    // The other gateway still has second 1 as the newest.
    await two.store.store([at(owner, 2), at(owner, 3)]);
    expect(await stored(owner)).toHaveLength(3);
  });
});

describe('the last known state', () => {
  it('never moves back, and keeps values that a newer record does not have', async () => {
    const owner = await vehicle();
    const { store, states } = gateway();
    const place = { fixValid: true, latitudeDeg: 52, longitudeDeg: -1, headingDeg: 10 };
    const moved = await store.store([at(owner, 10, { ...place, speedKmh: 40, ignition: true })]);
    expect(moved).toHaveLength(1);
    expect(await store.store([at(owner, 5, { ...place, speedKmh: 99 })])).toEqual([]);
    await store.store([at(owner, 11, { temperatureC: 4 })]);
    await states.keep();
    expect(await kept(owner)).toMatchObject({
      device_time: new Date(START + 11_000),
      fix_time: new Date(START + 10_000),
      latitude: 52,
      speed_kmh: 40,
      ignition: true,
      temperature_c: 4,
    });
  });

  it('is recovered by the next process if one was killed before storing it', async () => {
    const [moved, first] = [await vehicle(), await vehicle()];
    const killed = gateway();
    await killed.store.store([at(moved, 1, { speedKmh: 10 })]);
    await killed.states.keep();
    await killed.store.store([at(moved, 2, { speedKmh: 20 }), at(moved, 3), at(first, 1)]);
    expect((await kept(moved)).device_time).toEqual(new Date(START + 1000));
    expect(await kept(first)).toBeUndefined();
    const next = gateway();
    await next.states.recover();
    await next.states.keep();
    expect(await kept(moved)).toMatchObject({
      device_time: new Date(START + 3000),
      speed_kmh: 20,
    });
    expect((await kept(first)).device_time).toEqual(new Date(START + 1000));
  });

  it('waits while the database refuses it', async () => {
    const owner = await vehicle();
    const { store, states } = gateway();
    await store.store([at(owner, 1)]);
    await test.db.pool.query('alter table vehicle_states rename to elsewhere');
    await states.keep();
    await test.db.pool.query('alter table elsewhere rename to vehicle_states');
    await states.keep();
    expect((await kept(owner)).device_time).toEqual(new Date(START + 1000));
  });
});
