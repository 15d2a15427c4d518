import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

export interface TraceRow {
  timeMs: number;
  latitudeDeg: number;
  longitudeDeg: number;
  headingDeg: number;
  speedKmh: number;
  ignition: boolean | null;
  odometerM: number | null;
}

/** Range of the trail: `end` is exclusive, `limit` is the approximate maximum of points. */
export interface TraceRange {
  readonly start: Date;
  readonly end: Date;
  readonly limit: number;
}

/** Records without a fix, or with an implausible one, are not part of a trail. */
const trailOf = (vehicleId: number, { start, end }: TraceRange) => sql`from positions
  where vehicle_id = ${vehicleId} and device_time >= ${start} and device_time < ${end}
    and fix_valid and latitude is not null and longitude is not null and jump_kmh is null`;

const COLUMNS = sql`device_time, record_digest, latitude, longitude, heading_deg, speed_kmh,
  ignition, odometer_m`;

/** The points of a trail by device time, up to one more than the limit. */
function points(vehicleId: number, range: TraceRange): RawBuilder<unknown> {
  return sql`select ${COLUMNS} ${trailOf(vehicleId, range)}
    order by device_time, record_digest limit ${range.limit + 1}`;
}

/** The points of a trail above the limit: evenly thinned, with its first and its last. */
function thinned(vehicleId: number, range: TraceRange): RawBuilder<unknown> {
  return sql`select ${COLUMNS} from (
      select ${COLUMNS}, row_number() over (order by device_time, record_digest) as n,
        count(*) over () as total ${trailOf(vehicleId, range)}
    ) trail
    where (n - 1) % ceil(total / (${range.limit}::int - 1)::float8)::bigint = 0 or n = total
    order by device_time, record_digest`;
}

interface TraceBytes {
  times: Buffer | null;
  latitudes: Buffer;
  longitudes: Buffer;
  headings: Buffer;
  speeds: Buffer;
  ignitions: Buffer;
  odometers: Buffer;
}

/**
 * The query of a trail by device time. Each column is returned as one array of binary numbers: for
 * a day of ten thousand rows this halves the time in the database, and the server decodes it in a
 * tenth of the time. An unknown ignition is 2, an unknown odometer NaN.
 */
export function traceQuery(
  vehicleId: number,
  range: TraceRange,
  select: (vehicleId: number, range: TraceRange) => RawBuilder<unknown> = points,
) {
  const run = (bytes: RawBuilder<unknown>) => sql`string_agg(${bytes}, ''::bytea)`;
  return sql<TraceBytes>`
    select ${run(sql`float8send(date_part('epoch', device_time) * 1000)`)} as times,
      ${run(sql`float8send(latitude)`)} as latitudes,
      ${run(sql`float8send(longitude)`)} as longitudes,
      ${run(sql`int2send(coalesce(heading_deg, 0::smallint))`)} as headings,
      ${run(sql`float4send(coalesce(speed_kmh, 0))`)} as speeds,
      ${run(sql`int2send(coalesce(ignition::int, 2)::smallint)`)} as ignitions,
      ${run(sql`float8send(coalesce(odometer_m, 'NaN'))`)} as odometers
    from (${select(vehicleId, range)}) trail`;
}

const IGNITIONS = [false, true, null] as const;

/** Decodes the binary arrays into rows. */
function unpack({ times, ...runs }: TraceBytes): TraceRow[] {
  if (times === null) return [];
  return Array.from({ length: times.length / 8 }, (_, n) => {
    const odometerM = runs.odometers.readDoubleBE(n * 8);
    return {
      timeMs: times.readDoubleBE(n * 8),
      latitudeDeg: runs.latitudes.readDoubleBE(n * 8),
      longitudeDeg: runs.longitudes.readDoubleBE(n * 8),
      headingDeg: runs.headings.readInt16BE(n * 2),
      // Stored as a 4-byte float: the column has a precision of 0.1 km/h.
      speedKmh: Math.round(runs.speeds.readFloatBE(n * 4) * 10) / 10,
      ignition: IGNITIONS[runs.ignitions.readInt16BE(n * 2)] ?? null,
      odometerM: Number.isNaN(odometerM) ? null : odometerM,
    };
  });
}

/**
 * The trail of a vehicle. The caller has checked that it is visible.
 *
 * @returns at most about the limit; a longer trail is thinned evenly and keeps its ends
 */
export async function traceRows(
  trx: Transaction,
  vehicleId: number,
  range: TraceRange,
): Promise<TraceRow[]> {
  const read = async (query: ReturnType<typeof traceQuery>) => {
    const { rows } = await query.execute(trx);
    return rows[0] === undefined ? [] : unpack(rows[0]);
  };
  const rows = await read(traceQuery(vehicleId, range));
  return rows.length <= range.limit ? rows : read(traceQuery(vehicleId, range, thinned));
}
