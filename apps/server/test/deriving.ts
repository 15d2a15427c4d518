import { createHash } from 'node:crypto';
import { type DeviceRecord, EMPTY_RECORD } from '@roadworthy/protocols';
import { GroupCommit } from '../src/gateway/group-commit.ts';
import { Partitions } from '../src/gateway/partitions.ts';
import { positionRow } from '../src/gateway/position-row.ts';
import { PositionStore } from '../src/gateway/position-store.ts';
import { VehicleStateStore } from '../src/gateway/vehicle-state-store.ts';
import { VehicleStates } from '../src/gateway/vehicle-states.ts';
import type { Bus } from '../src/platform/bus/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import type { Services } from '../src/platform/services.ts';
import { until } from './device.ts';
import { makeCustomer } from './fleet.ts';
import { testServices } from './services.ts';

/** A tracker and what it is fitted to. */
export interface Sender {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly trackerId: number;
}

/** A record of a device that says where it is, and what else is given. */
export function said(timeMs: number, changed: Partial<DeviceRecord> = {}): DeviceRecord {
  return {
    ...EMPTY_RECORD,
    timeMs,
    fixValid: true,
    latitudeDeg: 52,
    longitudeDeg: -1,
    speedKmh: 0,
    headingDeg: 0,
    ignition: false,
    ...changed,
  };
}

/** The gateway's way of records from their decoding to their commit, without sockets. */
export interface Intake {
  /** Resolves after the commit. */
  send(sender: Sender, records: readonly DeviceRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** Stores records as the gateway does. */
export function openIntake({ db, log }: Pick<Services, 'db' | 'log'>, bus: Bus): Intake {
  const states = new VehicleStates(new VehicleStateStore(db.pool), bus, log);
  const store = new PositionStore(db.pool, new Partitions(db.pool), states);
  const commit = new GroupCommit((rows) => store.store(rows), {
    committed: (rows, moved) => {
      bus.publish('records.committed', { records: rows });
      if (moved.length > 0) bus.publish('positions.committed', { states: moved });
    },
    failed: () => undefined,
  });
  return {
    send: (sender, records) =>
      commit.submit(records.map((record) => positionRow(sender, record, Date.now()))),
    close: () => states.close(),
  };
}

const BEHIND = `
select count(*)::int as behind from vehicles v
left join derivations d on d.vehicle_id = v.id
cross join lateral (
  select device_time, record_digest from positions where vehicle_id = v.id
  order by device_time desc, record_digest desc limit 1) last
where v.id = any($1) and (d.vehicle_id is null or d.redo_from is not null
  or d.redoing_from is not null
  or (d.derived_through, d.derived_digest) is distinct from (last.device_time, last.record_digest))`;

/** Waits until all positions of these vehicles are derived and written. */
export async function untilDerived(db: Database, vehicleIds: readonly number[]): Promise<void> {
  await until(async () => {
    const { rows } = await db.pool.query<{ behind: number }>(BEHIND, [vehicleIds]);
    return rows[0]?.behind === 0;
  });
}

const DERIVED = {
  positions: `select * from positions where vehicle_id = $1 order by device_time, record_digest`,
  trips: 'select * from trips where vehicle_id = $1 order by started_at',
  events: `select * from fleet_events where vehicle_id = $1
    order by occurred_at, event_code, geofence_key`,
  fuel: 'select * from fuel_events where vehicle_id = $1 order by occurred_at, kind',
  visits: 'select * from geofence_visits where vehicle_id = $1 order by entered_at, geofence_id',
} as const;

/** What says nothing of a vehicle's movements: identities, and when something was done. */
const INCIDENTAL = new Set(['id', 'received_at', 'to_tell']);

/** The rows of a vehicle, positions and all that was derived, without ids and times of arrival. */
export async function rowsOf(db: Database, vehicleId: number) {
  const found: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(DERIVED)) {
    const { rows } = await db.pool.query<Record<string, unknown>>(sql, [vehicleId]);
    found[name] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !INCIDENTAL.has(column))),
    );
  }
  return found as Record<keyof typeof DERIVED, Record<string, never>[]>;
}

/** One digest of all that {@link rowsOf} gives. */
export async function digestOf(db: Database, vehicleId: number): Promise<string> {
  const rows = await rowsOf(db, vehicleId);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Removes the positions of a vehicle and everything that came of them. */
export async function forgetVehicle(db: Database, vehicleId: number): Promise<void> {
  for (const table of [
    'positions',
    'vehicle_states',
    'trips',
    'fleet_events',
    'fuel_events',
    'geofence_visits',
    'derivations',
    'derivation_checkpoints',
  ]) {
    await db.pool.query(`delete from ${table} where vehicle_id = $1`, [vehicleId]);
  }
}

/** Waits until the states of these vehicles are of their last positions. */
export async function untilStated(db: Database, vehicleIds: readonly number[]): Promise<void> {
  await until(async () => {
    const { rows } = await db.pool.query<{ behind: number }>(
      `select count(*)::int as behind from unnest($1::int[]) v (id)
       left join vehicle_states s on s.vehicle_id = v.id
       where s.device_time is distinct from
         (select max(device_time) from positions p where p.vehicle_id = v.id)`,
      [vehicleIds],
    );
    return rows[0]?.behind === 0;
  });
}

/** As fast as a test wants it. */
export const FAST = { flushMs: 20, keepMs: 0, compareMs: 200, redoMs: 0 };

/**
 * Sends and waits until all of it is derived.
 *
 * @param packet records in a packet
 */
export async function deliver(
  db: Database,
  intake: Intake,
  sender: Sender,
  records: readonly DeviceRecord[],
  packet = 200,
): Promise<void> {
  for (let at = 0; at < records.length; at += packet) {
    await intake.send(sender, records.slice(at, at + packet));
  }
  await untilDerived(db, [sender.vehicleId]);
}

/**
 * A drive to the north at 60 km/h, ignition on and off around it, one record a minute.
 *
 * @param changed what every record has besides
 */
export function drive(
  startMs: number,
  minutes: number,
  changed: Partial<DeviceRecord> = {},
): DeviceRecord[] {
  const kmPerDegree = 111.195;
  return Array.from({ length: minutes + 1 }, (_, minute) =>
    said(startMs + minute * 60_000, {
      latitudeDeg: 52 + minute / kmPerDegree,
      speedKmh: minute < minutes ? 60 : 0,
      ignition: minute < minutes,
      ...changed,
    }),
  );
}

/** Services with a customer and an intake, for tests that derive. */
export async function openDeriving() {
  const services = await testServices();
  const place = await makeCustomer(services.db, 'Albion');
  const intake = openIntake(services, services.bus);
  return {
    services,
    place,
    intake,
    close: async () => {
      await intake.close();
      await services.close();
    },
  };
}
