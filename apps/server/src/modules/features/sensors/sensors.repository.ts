import type { RawValue } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** A record with the values that sensors come from. */
export interface SensorRow {
  readonly time_ms: number;
  readonly digest: string;
  readonly odometer_m: number | null;
  readonly external_voltage_v: number | null;
  readonly battery_voltage_v: number | null;
  readonly battery_percent: number | null;
  readonly temperature_c: number | null;
  readonly satellites: number | null;
  readonly driver_tag: string | null;
  readonly attributes: Readonly<Record<string, RawValue>> | null;
}

/** Records read at once. */
const PAGE_ROWS = 2000;

/** The time of the last record of a vehicle that is not in private use, ms since 1970 UTC. */
export async function lastRecordMs(trx: Transaction, vehicleId: number): Promise<number | null> {
  const { rows } = await sql<{ time_ms: number }>`
    select (extract(epoch from p.device_time) * 1000)::float8 as time_ms
    from vehicle_states s cross join lateral (
      select device_time from positions
      where vehicle_id = s.vehicle_id and device_time <= s.device_time and private_leg_m is null
      order by device_time desc limit 1
    ) p
    where s.vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0]?.time_ms ?? null;
}

/**
 * The records of a vehicle in a range by device time, page by page in the order of the primary key.
 * Records of private use have no sensors.
 *
 * @param range `toMs` is exclusive
 */
export async function* sensorPages(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<SensorRow[]> {
  let [afterMs, afterDigest] = [range.fromMs, '-9223372036854775808'];
  for (;;) {
    const { rows } = await sql<SensorRow>`
      select (extract(epoch from device_time) * 1000)::float8 as time_ms,
        record_digest::text as digest, odometer_m, external_voltage_v::float8 as external_voltage_v,
        battery_voltage_v::float8 as battery_voltage_v, battery_percent::float8 as battery_percent,
        temperature_c::float8 as temperature_c, satellites, driver_tag, attributes
      from positions
      where vehicle_id = ${vehicleId} and device_time >= to_timestamp(${afterMs}::float8 / 1000.0)
        and device_time < to_timestamp(${range.toMs}::float8 / 1000.0)
        and (device_time, record_digest)
          > (to_timestamp(${afterMs}::float8 / 1000.0), ${afterDigest}::bigint)
        and private_leg_m is null
      order by device_time, record_digest limit ${PAGE_ROWS}`.execute(trx);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    [afterMs, afterDigest] = [last.time_ms, last.digest];
  }
}
