import { type RawBuilder, sql } from 'kysely';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { type Bounds, isInWindow, momentText } from './data-feeds-horizon.repository.ts';
import { type FeedReader, feedVehicles } from './data-feeds-vehicles.ts';
import type { RowKey } from './data-feeds-version.ts';

export interface PositionRow {
  readonly key: RowKey;
  readonly id: string;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly device_time: Date;
  readonly received_at: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude_m: number | null;
  readonly speed_kmh: number | null;
  readonly heading_deg: number | null;
  readonly satellites: number | null;
  readonly fix_valid: boolean;
  readonly ignition: boolean | null;
  readonly odometer_m: number | null;
  readonly external_voltage_v: number | null;
  readonly battery_voltage_v: number | null;
  readonly battery_percent: number | null;
  readonly temperature_c: number | null;
  readonly driver_tag: string | null;
  readonly event_codes: number[] | null;
  readonly attributes: Record<string, string | number | boolean> | null;
}

/** A part of the time of reception. */
export interface Slice {
  readonly from: string;
  /** Exclusive; null for no end. */
  readonly to: string | null;
}

/** Days outside of the usual ones that received records since a time, as ISO dates. */
export async function lateDays(trx: Transaction, since: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from feed_late_days where received_until >= ${since}::timestamptz
    order by day`.execute(trx);
  return rows.map(({ day }) => day);
}

/** The start of a slice, moved by seconds. */
export async function later(trx: Transaction, time: string, seconds: number): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select ${momentText(sql`(${time}::timestamptz + make_interval(secs => ${seconds}))`)} as time`.execute(
    trx,
  );
  return rows[0]?.time ?? time;
}

/** Names the partitions with the rows of a slice; the margin is that of the gateway's late days. */
function ofDays(slice: Slice, days: readonly string[]): RawBuilder<boolean> {
  const usual = sql`(p.device_time >= ${slice.from}::timestamptz - interval '26 hours'
    and p.device_time < now() + interval '26 hours')`;
  const late = days.map(
    (day) => sql`(p.device_time >= ${`${day}T00:00:00Z`}::timestamptz
      and p.device_time < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day')`,
  );
  return sql<boolean>`(${sql.join([usual, ...late], sql` or `)})`;
}

/**
 * Positions of a slice in the order of reception. Positions in private use and implausible ones are
 * left out.
 *
 * @param after the last row that was read
 */
export async function positionsIn(
  trx: Transaction,
  viewer: FeedReader,
  slice: Slice,
  {
    bounds,
    days,
    after,
    limit,
  }: {
    readonly bounds: Bounds;
    readonly days: readonly string[];
    readonly after: RowKey | null;
    readonly limit: number;
  },
): Promise<PositionRow[]> {
  const to = slice.to === null ? sql`true` : sql`p.received_at < ${slice.to}::timestamptz`;
  const [receivedAt, vehicleId, deviceTime, digest] = after ?? [];
  const beyond =
    after === null
      ? sql`true`
      : sql`(p.received_at, p.vehicle_id, p.device_time, p.record_digest) > (${receivedAt}::timestamptz,
          ${vehicleId}::int, ${deviceTime}::timestamptz, ${digest}::bigint)`;
  // Materialized, so that the rows are found by their time of reception and not vehicle by vehicle.
  const { rows } = await sql<PositionRow>`
    with p as materialized (
      select p.* from positions p
      where p.received_at >= ${slice.from}::timestamptz and ${to} and ${ofDays(slice, days)}
        and ${ofCustomer(viewer, 'p.customer_id')} and p.private_leg_m is null
        and p.jump_kmh is null and ${isInWindow('p', bounds)} and ${beyond}
    )
    select array[${momentText(sql`p.received_at`)}, p.vehicle_id::text,
        ${momentText(sql`p.device_time`)}, p.record_digest::text] as key,
      ${positionKey('p')} as id, p.vehicle_id, v.registration, p.device_time, p.received_at,
      p.latitude, p.longitude, p.altitude_m, p.speed_kmh, p.heading_deg, p.satellites, p.fix_valid,
      p.ignition, p.odometer_m, p.external_voltage_v, p.battery_voltage_v, p.battery_percent,
      p.temperature_c, p.driver_tag, p.event_codes, p.attributes
    from p join (${feedVehicles(trx, viewer).clearSelect().select(['v.id', 'v.registration'])}) v
      on v.id = p.vehicle_id
    order by p.received_at, p.vehicle_id, p.device_time, p.record_digest
    limit ${limit}`.execute(trx);
  return rows;
}

/** The id of a position in feeds. */
function positionKey(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string>`${column('vehicle_id')} || '-'
    || (extract(epoch from ${column('device_time')}) * 1000)::bigint || '-'
    || ${column('record_digest')}`;
}
