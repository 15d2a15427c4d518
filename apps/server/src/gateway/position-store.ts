import type pg from 'pg';
import type { VehicleStateChange } from '../platform/bus/index.ts';
import type { ClockFault } from './clock-sense.ts';
import type { Partitions } from './partitions.ts';
import { jsonText, type PositionRow } from './position-row.ts';
import { type BatchState, foldStates } from './vehicle-state.ts';

/**
 * One statement, hence one transaction and one round trip: the positions, of which repeats fall onto
 * themselves, and the last known state of each vehicle, which never moves back in device time.
 */
const STORE = `
with stored as (
  insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest, latitude,
    longitude, altitude_m, speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m,
    external_voltage_v, battery_voltage_v, battery_percent, temperature_c, driver_tag, event_codes,
    attributes)
  select customer_id, vehicle_id, tracker_id, to_timestamp(time_ms / 1000.0), digest, latitude,
    longitude, altitude_m, speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m,
    external_voltage_v, battery_voltage_v, battery_percent, temperature_c, driver_tag,
    event_codes::smallint[], attributes::jsonb
  from unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::bigint[], $6::float8[],
    $7::float8[], $8::real[], $9::real[], $10::smallint[], $11::smallint[], $12::bool[], $13::bool[],
    $14::float8[], $15::real[], $16::real[], $17::real[], $18::real[], $19::text[], $20::text[],
    $21::text[])
    as t(customer_id, vehicle_id, tracker_id, time_ms, digest, latitude, longitude, altitude_m,
      speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m, external_voltage_v,
      battery_voltage_v, battery_percent, temperature_c, driver_tag, event_codes, attributes)
  on conflict do nothing
)
insert into vehicle_states as known (customer_id, vehicle_id, tracker_id, device_time, received_at,
  fix_time, latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m, external_voltage_v,
  battery_voltage_v, battery_percent, temperature_c, driver_tag)
select customer_id, vehicle_id, tracker_id, to_timestamp(time_ms / 1000.0), now(),
  to_timestamp(fix_ms / 1000.0), latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m,
  external_voltage_v, battery_voltage_v, battery_percent, temperature_c, driver_tag
from unnest($22::int[], $23::int[], $24::int[], $25::float8[], $26::float8[], $27::float8[],
  $28::float8[], $29::real[], $30::smallint[], $31::bool[], $32::float8[], $33::real[], $34::real[],
  $35::real[], $36::real[], $37::text[])
  as t(customer_id, vehicle_id, tracker_id, time_ms, fix_ms, latitude, longitude, speed_kmh,
    heading_deg, ignition, odometer_m, external_voltage_v, battery_voltage_v, battery_percent,
    temperature_c, driver_tag)
on conflict (vehicle_id) do update set
  customer_id = excluded.customer_id, tracker_id = excluded.tracker_id,
  device_time = excluded.device_time, received_at = excluded.received_at,
  fix_time = coalesce(excluded.fix_time, known.fix_time),
  latitude = coalesce(excluded.latitude, known.latitude),
  longitude = coalesce(excluded.longitude, known.longitude),
  speed_kmh = coalesce(excluded.speed_kmh, known.speed_kmh),
  heading_deg = coalesce(excluded.heading_deg, known.heading_deg),
  ignition = coalesce(excluded.ignition, known.ignition),
  odometer_m = coalesce(excluded.odometer_m, known.odometer_m),
  external_voltage_v = coalesce(excluded.external_voltage_v, known.external_voltage_v),
  battery_voltage_v = coalesce(excluded.battery_voltage_v, known.battery_voltage_v),
  battery_percent = coalesce(excluded.battery_percent, known.battery_percent),
  temperature_c = coalesce(excluded.temperature_c, known.temperature_c),
  driver_tag = coalesce(excluded.driver_tag, known.driver_tag)
where excluded.device_time > known.device_time
returning customer_id, vehicle_id, extract(epoch from device_time) * 1000 as time_ms, latitude,
  longitude, speed_kmh, heading_deg, ignition, odometer_m, external_voltage_v, battery_voltage_v,
  battery_percent, temperature_c, driver_tag`;

const STORE_FAULTS = `
with stored as (
  insert into clock_fault_records (tracker_id, customer_id, vehicle_id, record_digest, device_time,
    fault, record)
  select tracker_id, customer_id, vehicle_id, digest,
    to_timestamp(greatest(least(time_ms / 1000.0, 9e9), -1e9)), fault, record::jsonb
  from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::float8[], $6::text[], $7::text[])
    as t(tracker_id, customer_id, vehicle_id, digest, time_ms, fault, record)
  on conflict do nothing
)
update trackers set clock_fault = f.fault, clock_fault_at = coalesce(clock_fault_at, now())
from (select distinct on (id) id, fault from unnest($1::int[], $6::text[]) as u(id, fault)) f
where trackers.id = f.id`;

function positionColumns(rows: readonly PositionRow[]): unknown[] {
  const column = <T>(of: (row: PositionRow) => T): T[] => rows.map(of);
  return [
    column((row) => row.customerId),
    column((row) => row.vehicleId),
    column((row) => row.trackerId),
    column((row) => row.timeMs),
    column((row) => row.digest),
    column((row) => row.record.latitudeDeg),
    column((row) => row.record.longitudeDeg),
    column((row) => row.record.altitudeM),
    column((row) => row.record.speedKmh),
    column((row) => (row.record.headingDeg === null ? null : Math.round(row.record.headingDeg))),
    column((row) => (row.record.satellites === null ? null : Math.round(row.record.satellites))),
    column((row) => row.record.fixValid),
    column((row) => row.record.ignition),
    column((row) => row.record.odometerM),
    column((row) => row.record.externalVoltageV),
    column((row) => row.record.batteryVoltageV),
    column((row) => row.record.batteryPercent),
    column((row) => row.record.temperatureC),
    column((row) => row.record.driverTag),
    column((row) => (row.eventCodes.length === 0 ? null : `{${row.eventCodes.join(',')}}`)),
    column((row) => row.attributes),
  ];
}

function stateColumns(states: readonly BatchState[]): unknown[] {
  const column = <T>(of: (state: BatchState) => T): T[] => states.map(of);
  return [
    column((state) => state.customerId),
    column((state) => state.vehicleId),
    column((state) => state.trackerId),
    column((state) => state.timeMs),
    column((state) => state.fixTimeMs),
    column((state) => state.latitudeDeg),
    column((state) => state.longitudeDeg),
    column((state) => state.speedKmh),
    column((state) => (state.headingDeg === null ? null : Math.round(state.headingDeg))),
    column((state) => state.ignition),
    column((state) => state.odometerM),
    column((state) => state.externalVoltageV),
    column((state) => state.batteryVoltageV),
    column((state) => state.batteryPercent),
    column((state) => state.temperatureC),
    column((state) => state.driverTag),
  ];
}

interface StateRow {
  customer_id: number;
  vehicle_id: number;
  time_ms: string;
  latitude: number | null;
  longitude: number | null;
  speed_kmh: number | null;
  heading_deg: number | null;
  ignition: boolean | null;
  odometer_m: number | null;
  external_voltage_v: number | null;
  battery_voltage_v: number | null;
  battery_percent: number | null;
  temperature_c: number | null;
  driver_tag: string | null;
}

function change(row: StateRow): VehicleStateChange {
  return {
    customerId: row.customer_id,
    vehicleId: row.vehicle_id,
    deviceTimeMs: Number(row.time_ms),
    latitudeDeg: row.latitude,
    longitudeDeg: row.longitude,
    speedKmh: row.speed_kmh,
    headingDeg: row.heading_deg,
    ignition: row.ignition,
    odometerM: row.odometer_m,
    externalVoltageV: row.external_voltage_v,
    batteryVoltageV: row.battery_voltage_v,
    batteryPercent: row.battery_percent,
    temperatureC: row.temperature_c,
    driverTag: row.driver_tag,
  };
}

/** A row whose clock cannot be right. */
export interface FaultRow {
  readonly row: PositionRow;
  readonly fault: ClockFault;
}

/** Writes what the gateway accepted. Returns only after the commit. */
export class PositionStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly partitions: Partitions,
  ) {}

  /**
   * Stores a batch in one transaction. A repeated record changes nothing.
   *
   * @returns the vehicles whose last known state moved forward
   * @throws what the database says; then nothing of the batch is stored
   */
  async store(rows: readonly PositionRow[]): Promise<VehicleStateChange[]> {
    await this.partitions.ensure(rows.map((row) => row.timeMs));
    const values = [...positionColumns(rows), ...stateColumns(foldStates(rows))];
    const result = await this.pool.query<StateRow>({
      name: 'store-positions',
      text: STORE,
      values,
    });
    return result.rows.map(change);
  }

  /** Keeps records with an impossible clock apart, and marks their trackers. */
  async storeFaults(faults: readonly FaultRow[]): Promise<void> {
    const column = <T>(of: (fault: FaultRow) => T): T[] => faults.map(of);
    await this.pool.query({
      name: 'store-clock-faults',
      text: STORE_FAULTS,
      values: [
        column(({ row }) => row.trackerId),
        column(({ row }) => row.customerId),
        column(({ row }) => row.vehicleId),
        column(({ row }) => row.digest),
        column(({ row }) => row.timeMs),
        column(({ fault }) => fault),
        column(({ row }) => jsonText(row.record)),
      ],
    });
  }
}
