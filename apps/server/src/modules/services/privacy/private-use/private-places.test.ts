import { type AvlInput, encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAST, untilDerived } from '../../../../../test/deriving.ts';
import { TestDevice, until } from '../../../../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../../../../test/fleet.ts';
import { type TestServices, testServices } from '../../../../../test/services.ts';
import { type Gateway, startGateway } from '../../../../gateway/index.ts';
import { type RunningDerivation, startDerivation } from '../../../features/derivation/index.ts';

/*
 * Positions are read from the database or received on the bus. This test therefore searches all
 * tables and all messages, as text, for the positions of a vehicle in private use.
 */

const NOW = Math.floor(Date.now() / 1000) * 1000;
const minute = (minutes: number) => NOW + minutes * 60_000;
const HOME = { latitudeDeg: 52.9876, longitudeDeg: -1.2345 };
const AWAY = { latitudeDeg: 57.4321, longitudeDeg: -4.8765 };
const TAG = 0x5ec7e7;

let services: TestServices;
let gateway: Gateway;
let derivation: RunningDerivation;
let vehicle: TestVehicle;
const messages: string[] = [];

const asText = (message: unknown) =>
  JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** A record near a place, a few metres further each minute, with the ignition on. */
const record = (timeMs: number, place: typeof HOME, more: Partial<AvlInput> = {}): AvlInput => ({
  timeMs,
  latitudeDeg: place.latitudeDeg + ((timeMs - NOW) / 60_000) * 1e-6,
  longitudeDeg: place.longitudeDeg,
  speedKmh: 63,
  angleDeg: 90,
  io: [{ id: 239, width: 1, value: 1 }],
  ...more,
});

async function send(records: readonly AvlInput[]): Promise<void> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(vehicle.number));
  await device.answer(1);
  device.send(encodeTeltonikaPacket([...records], '8E'));
  expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, records.length]));
  device.end();
}

/** The tables that contain any of these texts in any column. */
async function tablesWith(...texts: readonly string[]): Promise<string[]> {
  const { pool } = services.db;
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const held = await pool.query(`select from ${name} t where t::text like any($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    if (held.rowCount !== 0) found.push(name);
  }
  return found;
}

beforeAll(async () => {
  services = await testServices();
  const { db, bus } = services;
  for (const topic of ['records.committed', 'positions.committed', 'events.derived'] as const) {
    bus.subscribe(topic, (message) => messages.push(asText(message)));
  }
  const place = await makeCustomer(db, 'Albion');
  vehicle = await makeVehicle(db, place);
  for (const [name, { latitudeDeg, longitudeDeg }] of [
    ['Depot', HOME] as const,
    ['Cottage', AWAY] as const,
  ]) {
    await db.pool.query(
      `insert into geofences (customer_id, name, colour, shape, centre_latitude, centre_longitude,
         radius_m, alert_on_entry, alert_on_exit) values ($1, $2, '#336699', 'circle', $3, $4, 500, true, true)`,
      [place.customerId, name, latitudeDeg, longitudeDeg],
    );
  }
  await db.pool.query(
    `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone,
       created_by_name) values ($1, $2, 'period', $3, $4, 'UTC', 'Ada')`,
    [place.customerId, vehicle.vehicleId, new Date(minute(-20)), new Date(minute(-9))],
  );
  derivation = startDerivation(services, FAST);
  gateway = await startGateway(services);
});
afterAll(async () => {
  await gateway.stop();
  await derivation.stop();
  await services.close();
});

it('[O-20] [U-P03] no table or message contains a position of private use, whether on time, late or repeated', async () => {
  await send([-40, -35, -30, -25].map((n) => record(minute(n), HOME)));
  const driverTag = { id: 78, width: 8, value: BigInt(TAG) } as const;
  const away = [-19, -18, -16, -15, -11].map((n) =>
    record(minute(n), AWAY, {
      priority: 1,
      eventIoId: 253,
      io: [{ id: 239, width: 1, value: 1 }, { id: 253, width: 1, value: 2 }, driverTag],
    }),
  );
  await send(away);
  await send(away);
  // Stored by the device and sent late.
  await send([record(minute(-17), AWAY)]);
  // Derived separately: these records alone must not reveal anything.
  await untilDerived(services.db, [vehicle.vehicleId]);
  await send([record(minute(-8), HOME), record(minute(-7), HOME)]);
  await untilDerived(services.db, [vehicle.vehicleId]);
  // The same search finds positions that are not private, once they are written.
  const expected = ['fleet_events', 'positions', 'vehicle_states'];
  await until(async () => {
    const found = await tablesWith('52.9875', '52.9876');
    return expected.every((table) => found.includes(table));
  });

  expect(messages.some((message) => message.includes('52.987'))).toBe(true);
  // The cottage is a geofence: its position is no secret, but who went there is.
  expect(await tablesWith('57.432', '57.4319', '-4.8765')).toEqual(['geofences']);
  expect(await tablesWith(TAG.toString(16).padStart(16, '0').toUpperCase())).toEqual([]);
  expect(messages.filter((message) => /57\.43|-4\.87/.test(message))).toEqual([]);
  const { rows } = await services.db.pool.query(
    `select g.name from geofence_visits v join geofences g on g.id = v.geofence_id`,
  );
  expect([...new Set(rows.map(({ name }) => name))]).toEqual(['Depot']);
});
