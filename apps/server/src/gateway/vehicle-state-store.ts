import type pg from 'pg';
import { type RecordColumns, valuesOf } from '../platform/record-columns.ts';
import type { PositionRow } from './position-row.ts';
import { advanceState, unknownState, type VehicleState } from './vehicle-state.ts';

/** The states of many vehicles in one statement; none moves back in device time. */
const KEEP = `
insert into vehicle_states as known (customer_id, vehicle_id, tracker_id, device_time, received_at,
  fix_time, latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m, external_voltage_v,
  battery_voltage_v, battery_percent, temperature_c, driver_tag, is_private)
select customer_id, vehicle_id, tracker_id, to_timestamp(time_ms / 1000.0), now(),
  to_timestamp(fix_ms / 1000.0), latitude, longitude, speed_kmh, heading_deg, ignition, odometer_m,
  external_voltage_v, battery_voltage_v, battery_percent, temperature_c, driver_tag, is_private
from unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::float8[], $6::float8[],
  $7::float8[], $8::real[], $9::smallint[], $10::bool[], $11::float8[], $12::real[], $13::real[],
  $14::real[], $15::real[], $16::text[], $17::bool[])
  as t(customer_id, vehicle_id, tracker_id, time_ms, fix_ms, latitude, longitude, speed_kmh,
    heading_deg, ignition, odometer_m, external_voltage_v, battery_voltage_v, battery_percent,
    temperature_c, driver_tag, is_private)
order by vehicle_id
on conflict (vehicle_id) do update set
  customer_id = excluded.customer_id, tracker_id = excluded.tracker_id,
  device_time = excluded.device_time, received_at = excluded.received_at,
  fix_time = case when excluded.is_private then null else coalesce(excluded.fix_time, known.fix_time) end,
  latitude = case when excluded.is_private then null else coalesce(excluded.latitude, known.latitude) end,
  longitude = case when excluded.is_private then null else coalesce(excluded.longitude, known.longitude) end,
  speed_kmh = case when excluded.is_private then null else coalesce(excluded.speed_kmh, known.speed_kmh) end,
  heading_deg = case when excluded.is_private then null else coalesce(excluded.heading_deg, known.heading_deg) end,
  ignition = case when excluded.is_private then null else coalesce(excluded.ignition, known.ignition) end,
  odometer_m = coalesce(excluded.odometer_m, known.odometer_m),
  external_voltage_v = coalesce(excluded.external_voltage_v, known.external_voltage_v),
  battery_voltage_v = coalesce(excluded.battery_voltage_v, known.battery_voltage_v),
  battery_percent = coalesce(excluded.battery_percent, known.battery_percent),
  temperature_c = case when excluded.is_private then null else coalesce(excluded.temperature_c, known.temperature_c) end,
  driver_tag = case when excluded.is_private then null else coalesce(excluded.driver_tag, known.driver_tag) end,
  is_private = excluded.is_private
where excluded.device_time > known.device_time`;

const LOAD = `
select customer_id, vehicle_id, tracker_id, (extract(epoch from device_time) * 1000)::float8 as time_ms,
  (extract(epoch from fix_time) * 1000)::float8 as fix_ms, latitude, longitude, speed_kmh, heading_deg,
  ignition, odometer_m, external_voltage_v, battery_voltage_v, battery_percent, temperature_c, driver_tag,
  is_private
from vehicle_states where vehicle_id = any($1::int[])`;

/** Positions newer than the stored state, which a killed process had not stored yet. */
const NEWER = `
select p.customer_id, p.vehicle_id, p.tracker_id,
  (extract(epoch from p.device_time) * 1000)::float8 as time_ms, p.fix_valid, p.latitude, p.longitude,
  p.speed_kmh, p.heading_deg, p.ignition, p.odometer_m, p.external_voltage_v, p.battery_voltage_v,
  p.battery_percent, p.temperature_c, p.driver_tag, p.private_leg_m, p.jump_kmh
from unnest($1::int[]) as wanted(vehicle_id)
left join vehicle_states s on s.vehicle_id = wanted.vehicle_id
cross join lateral (
  select * from positions p
  where p.vehicle_id = wanted.vehicle_id and p.device_time > coalesce(s.device_time, '-infinity')
  order by p.device_time, p.record_digest
) p`;

interface StoredRow extends RecordColumns {
  customer_id: number;
  vehicle_id: number;
  tracker_id: number;
  time_ms: number;
  battery_percent: number | null;
}

const facts = (row: StoredRow) => ({ ...valuesOf(row), batteryPercent: row.battery_percent });

function stateOf(row: StoredRow & { fix_ms: number | null; is_private: boolean }): VehicleState {
  return {
    vehicleId: row.vehicle_id,
    customerId: row.customer_id,
    trackerId: row.tracker_id,
    timeMs: row.time_ms,
    fixTimeMs: row.fix_ms,
    isPrivate: row.is_private,
    rival: null,
    ...facts(row),
  };
}

function positionOf(
  row: StoredRow & {
    fix_valid: boolean;
    private_leg_m: number | null;
    jump_kmh: number | null;
  },
): PositionRow {
  return {
    vehicleId: row.vehicle_id,
    customerId: row.customer_id,
    trackerId: row.tracker_id,
    timeMs: row.time_ms,
    digest: 0n,
    attributes: null,
    eventCodes: [],
    privateLegM: row.private_leg_m,
    jumpKmh: row.jump_kmh,
    record: {
      timeMs: row.time_ms,
      fixValid: row.fix_valid,
      altitudeM: null,
      satellites: null,
      events: [],
      attributes: {},
      ...facts(row),
    },
  };
}

/**
 * A column of states as PostgreSQL's array text. It runs five times a second for the whole fleet,
 * and `pg` would check each element for quoting that numbers never need.
 */
function arrayText(
  states: readonly VehicleState[],
  of: (state: VehicleState) => number | boolean | null,
): string {
  let text = '';
  for (const state of states) text += `${text === '' ? '' : ','}${of(state) ?? 'NULL'}`;
  return `{${text}}`;
}

/** Reads and writes the rows of `vehicle_states`. */
export class VehicleStateStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * The states of vehicles according to their positions, one per vehicle; `behind` lists those
   * whose stored state is older than their positions.
   */
  async load(vehicleIds: readonly number[]): Promise<{ states: VehicleState[]; behind: number[] }> {
    const found = await this.pool.query({ name: 'load-states', text: LOAD, values: [vehicleIds] });
    const byId = new Map(vehicleIds.map((id) => [id, unknownState(id)]));
    for (const row of found.rows) byId.set(row.vehicle_id, stateOf(row));
    const newer = await this.pool.query({
      name: 'newer-states',
      text: NEWER,
      values: [vehicleIds],
    });
    const behind = new Set<number>();
    for (const row of newer.rows) {
      const state = byId.get(row.vehicle_id);
      if (state === undefined || row.time_ms <= state.timeMs) continue;
      advanceState(state, positionOf(row));
      behind.add(row.vehicle_id);
    }
    return { states: [...byId.values()], behind: [...behind] };
  }

  async keep(states: readonly VehicleState[]): Promise<void> {
    const column = (of: (state: VehicleState) => number | boolean | null) => arrayText(states, of);
    await this.pool.query({
      name: 'keep-states',
      text: KEEP,
      values: [
        column((state) => state.customerId),
        column((state) => state.vehicleId),
        column((state) => state.trackerId),
        column((state) => state.timeMs),
        column((state) => state.fixTimeMs),
        column((state) => state.latitudeDeg),
        column((state) => state.longitudeDeg),
        column((state) => state.speedKmh),
        column((state) => state.headingDeg),
        column((state) => state.ignition),
        column((state) => state.odometerM),
        column((state) => state.externalVoltageV),
        column((state) => state.batteryVoltageV),
        column((state) => state.batteryPercent),
        column((state) => state.temperatureC),
        states.map((state) => state.driverTag),
        column((state) => state.isPrivate),
      ],
    });
  }

  /** Every vehicle that can send. */
  async vehicleIds(): Promise<number[]> {
    const { rows } = await this.pool.query<{ vehicle_id: number }>(
      'select distinct vehicle_id from trackers where vehicle_id is not null',
    );
    return rows.map(({ vehicle_id }) => vehicle_id);
  }
}
