import { sql } from 'kysely';
import type { VehicleStateChange } from '../../../../../platform/bus/index.ts';
import {
  type OwnedRule,
  privateRules,
  type Transaction,
} from '../../../../../platform/db/index.ts';

/** Vehicles by id, and customers targets vehicles are all included. */
export interface Targets {
  readonly vehicleIds: readonly number[];
  readonly customerIds: readonly number[];
}

/** Rules that apply now, or did until a few minutes ago. */
export function currentRules(trx: Transaction): Promise<OwnedRule[]> {
  return privateRules(
    trx,
    sql`r.starts_at <= now() and (r.ends_at is null or r.ends_at > now() - interval '10 minutes')`,
  );
}

const CHANGE = sql`s.vehicle_id as "vehicleId", s.customer_id as "customerId",
  extract(epoch from s.device_time)::float8 * 1000 as "deviceTimeMs", s.latitude as "latitudeDeg",
  s.longitude as "longitudeDeg", s.speed_kmh as "speedKmh", s.heading_deg as "headingDeg", s.ignition,
  s.odometer_m as "odometerM", s.external_voltage_v as "externalVoltageV",
  s.battery_voltage_v as "batteryVoltageV", s.battery_percent as "batteryPercent",
  s.temperature_c as "temperatureC", s.driver_tag as "driverTag", s.is_private as "isPrivate"`;

const of = ({
  vehicleIds,
  customerIds,
}: Targets) => sql`(s.vehicle_id = any(${[...vehicleIds]}::int[])
  or s.customer_id = any(${[...customerIds]}::int[]))`;

/** Clears position and activity in the last known state of vehicles. Returns the changed states. */
export async function hideStates(
  trx: Transaction,
  targets: Targets,
): Promise<VehicleStateChange[]> {
  const { rows } = await sql<VehicleStateChange>`update vehicle_states s set is_private = true,
      latitude = null, longitude = null, fix_time = null, speed_kmh = null, heading_deg = null,
      ignition = null, temperature_c = null, driver_tag = null
    where not s.is_private and ${of(targets)} returning ${CHANGE}`.execute(trx);
  return rows;
}

/** Marks vehicles as no longer private; their position follows with the next record. */
export async function showStates(
  trx: Transaction,
  over: Targets,
  still: Targets,
): Promise<VehicleStateChange[]> {
  const { rows } = await sql<VehicleStateChange>`update vehicle_states s set is_private = false
    where s.is_private and ${of(over)} and not ${of(still)} returning ${CHANGE}`.execute(trx);
  return rows;
}

/**
 * Clears position and activity in records that were stored just after a rule began, before all
 * gateways had received it, and schedules the derivation of the affected time again.
 *
 * @param fromMs start of the rule, ms since 1970 UTC
 */
export async function hideRecords(
  trx: Transaction,
  targets: Targets,
  fromMs: number,
): Promise<void> {
  await sql`with hidden as (
      update positions p set private_leg_m = 0, latitude = null, longitude = null, altitude_m = null,
        speed_kmh = null, heading_deg = null, satellites = null, fix_valid = false, ignition = null,
        temperature_c = null, driver_tag = null, event_codes = null, attributes = null,
        jump_kmh = null
      from vehicle_states s
      where ${of(targets)} and p.vehicle_id = s.vehicle_id and p.private_leg_m is null
        and p.device_time >= ${new Date(fromMs)} and p.device_time < now() + interval '1 day'
      returning p.customer_id, p.vehicle_id, p.device_time, p.record_digest
    ), noted as (
      -- Those who read them as a feed are notified that they are gone.
      insert into feed_changes (customer_id, kind, record_key, vehicle_id)
      select customer_id, 'positions', vehicle_id || '-'
        || (extract(epoch from device_time) * 1000)::bigint || '-' || record_digest, vehicle_id
      from hidden
    ), touched as (
      select vehicle_id, min(device_time) as first, max(device_time) as last from hidden group by 1
    )
    update derivations d set redo_from = least(d.redo_from, t.first),
      redo_until = greatest(d.redo_until, t.last)
    from touched t where d.vehicle_id = t.vehicle_id`.execute(trx);
}
