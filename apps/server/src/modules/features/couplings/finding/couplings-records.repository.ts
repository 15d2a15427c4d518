import { trailerIdentities } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { TrailerFix } from '../../../../engines/couplings/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';
import type { Due } from './couplings-finding.repository.ts';

/** Records read at once. */
const PAGE_ROWS = 2000;
/** Only these records are read whole: they name a beacon, a tag or a trailer. */
const NAMING = [
  'beacons',
  'trailerSerial',
  'refrigeratorSerial',
  'proximityBeacon',
  ...[1, 2, 3, 4].flatMap((n) => ['Id', 'Mac', 'Name', 'Address'].map((name) => `tag${n}${name}`)),
];

interface RecordRow {
  readonly timeMs: number;
  readonly digest: string;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly attributes: Readonly<Record<string, boolean | number | string>> | null;
}

/** A record with a position, and the trailers whose identities it reports. */
export interface ReportingRecord {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly reported: readonly number[];
}

/** The identities of the customer's trailers. */
export async function identitiesOf(
  trx: Transaction,
  customerId: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select key, vehicle_id as id from trailer_identifiers
    where customer_id = ${customerId}`.execute(trx);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/**
 * The records of a vehicle by time, in pages. Those without a position (private use among them) and those
 * with an impossible one are left out.
 *
 * @param range ms since 1970 UTC; the end is not included
 */
export async function* reportingRecords(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
  trailers: ReadonlyMap<string, number>,
): AsyncGenerator<ReportingRecord[]> {
  let [afterMs, afterDigest] = [range.fromMs, '-9223372036854775808'];
  const attributes =
    trailers.size === 0
      ? sql`null::jsonb`
      : sql`case when attributes ?| ${NAMING}::text[] then attributes end`;
  for (;;) {
    const { rows } = await sql<RecordRow>`
      select ${ms('device_time')} as "timeMs", record_digest::text as digest,
        latitude as "latitudeDeg", longitude as "longitudeDeg", ${attributes} as attributes
      from positions
      where vehicle_id = ${vehicleId} and device_time >= to_timestamp(${afterMs}::float8 / 1000.0)
        and device_time < to_timestamp(${range.toMs}::float8 / 1000.0)
        and (device_time, record_digest)
          > (to_timestamp(${afterMs}::float8 / 1000.0), ${afterDigest}::bigint)
        and fix_valid and latitude is not null and jump_kmh is null
      order by device_time, record_digest limit ${PAGE_ROWS}`.execute(trx);
    yield rows.map(({ attributes: values, latitudeDeg, longitudeDeg, timeMs }) => ({
      timeMs,
      latitudeDeg,
      longitudeDeg,
      reported:
        values === null
          ? []
          : [...new Set(trailerIdentities(values).flatMap((key) => trailers.get(key) ?? []))],
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    [afterMs, afterDigest] = [last.timeMs, last.digest];
  }
}

/** A trailer's tracker may sleep for so long: the place before the range is its last one. */
const AROUND_MS = 2 * 3_600_000;
const LAST_DAYS = 31;

/** The positions of a trailer in a range, and the last one before. */
export async function fixesOf(
  trx: Transaction,
  trailerId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<TrailerFix[]> {
  const { rows } = await sql<TrailerFix>`
    with place as (select device_time, latitude, longitude, speed_kmh from positions
      where vehicle_id = ${trailerId} and device_time < to_timestamp(${toMs + AROUND_MS}::float8 / 1000.0)
        and device_time > to_timestamp(${fromMs}::float8 / 1000.0) - make_interval(days => ${LAST_DAYS})
        and fix_valid and latitude is not null and jump_kmh is null)
    select ${ms('device_time')} as "timeMs", latitude as "latitudeDeg", longitude as "longitudeDeg",
      speed_kmh as "speedKmh"
    from ((select * from place where device_time <= to_timestamp(${fromMs}::float8 / 1000.0)
        order by device_time desc limit 1)
      union all
      (select * from place where device_time > to_timestamp(${fromMs}::float8 / 1000.0)
        order by device_time)) all_of_them
    order by 1`.execute(trx);
  return rows;
}

/** The trailers with a tracker that were near a vehicle in a range. */
export async function nearbyTrailers(trx: Transaction, due: Due): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct trailer_id as id from coupling_nearby where vehicle_id = ${due.vehicleId}
      and from_at < ${new Date(due.toMs)} and to_at > ${new Date(due.fromMs)}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Shares of a journey at which its place is compared with those of others. */
const PROBES = [0.15, 0.5, 0.85];
/** Degrees of latitude and longitude: about two kilometres. */
const NEAR_DEG = 0.02;

interface Journey {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The vehicles that were near a trailer on its journeys in a range, or the trailers near a vehicle. Each
 * journey is compared at three times with those that others made at that time.
 */
export async function companions(
  trx: Transaction,
  due: Due,
): Promise<(Journey & { readonly id: number })[]> {
  const { rows: journeys } = await sql<Journey>`
    select ${ms('started_at')} as "startMs", ${ms('ended_at')} as "endMs" from trips
    where vehicle_id = ${due.vehicleId} and started_at < ${new Date(due.toMs)}
      and started_at > ${new Date(due.fromMs)}::timestamptz - interval '2 days'
      and ended_at > ${new Date(due.fromMs)}`.execute(trx);
  const found = new Map<string, Journey & { readonly id: number }>();
  for (const journey of journeys) {
    for (const share of PROBES) {
      const at = new Date(journey.startMs + share * (journey.endMs - journey.startMs));
      for (const id of await near(trx, due, at)) {
        found.set(`${id} ${journey.startMs}`, { id, ...journey });
      }
    }
  }
  return [...found.values()];
}

async function near(trx: Transaction, due: Due, at: Date): Promise<number[]> {
  const others = due.isTrailer
    ? sql`coalesce(v.kind not in ('drawbar_trailer', 'semi_trailer', 'tail_lift', 'plant', 'motorcycle'), v.type <> 'BIK')`
    : sql`v.kind in ('drawbar_trailer', 'semi_trailer')`;
  const place = (vehicle: ReturnType<typeof sql>) => sql`lateral (select latitude, longitude
    from positions where vehicle_id = ${vehicle} and device_time <= ${at}
      and device_time > ${at}::timestamptz - interval '3 minutes' and latitude is not null
    order by device_time desc limit 1)`;
  const { rows } = await sql<{ id: number }>`
    select distinct t.vehicle_id as id from ${place(sql`${due.vehicleId}`)} here
    join trips t on t.customer_id = ${due.customerId} and t.started_at <= ${at}
      and t.started_at > ${at}::timestamptz - interval '1 day' and t.ended_at >= ${at}
      and t.vehicle_id <> ${due.vehicleId}
    join vehicles v on v.id = t.vehicle_id and ${others}
    cross join ${place(sql`t.vehicle_id`)} there
    where abs(there.latitude - here.latitude) < ${NEAR_DEG}
      and abs(there.longitude - here.longitude) < ${NEAR_DEG}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Replaces what was near a trailer in a range. Returns the vehicles that were or are near. */
export async function replaceNearby(
  trx: Transaction,
  due: Due,
  found: readonly (Journey & { readonly id: number })[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from coupling_nearby where trailer_id = ${due.vehicleId}
      and from_at < ${new Date(due.toMs)} and to_at > ${new Date(due.fromMs)}
    returning vehicle_id as id`.execute(trx);
  await addNearby(
    trx,
    due.customerId,
    found.map((one) => ({ ...one, vehicleId: one.id, trailerId: due.vehicleId })),
  );
  return [...new Set([...rows, ...found].map(({ id }) => id))];
}

/** Stores that trailers were near vehicles. */
export async function addNearby(
  trx: Transaction,
  customerId: number,
  found: readonly (Journey & { readonly vehicleId: number; readonly trailerId: number })[],
): Promise<void> {
  await sql`insert into coupling_nearby (customer_id, vehicle_id, trailer_id, from_at, to_at)
    select ${customerId}::int, n."vehicleId", n."trailerId", to_timestamp(n."startMs" / 1000),
      max(to_timestamp(n."endMs" / 1000))
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as n ("vehicleId" int, "trailerId" int, "startMs" float8, "endMs" float8) group by 1, 2, 3, 4
    on conflict (vehicle_id, trailer_id, from_at) do update set to_at = excluded.to_at`.execute(
    trx,
  );
}
