import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';
import { EVERY_TIME, type LargeList, type TimeColumn } from './large-parts.ts';

/** A place in a list that is sorted by a time. */
interface Place {
  /** Rows before the place. */
  readonly rows: number;
  /** Condition: the row is not before the place. */
  readonly range: RawBuilder<unknown>;
}

/** A place, and its time. */
interface TimedPlace extends Place {
  /** ms since 1970 UTC. */
  readonly ms: number;
}

/** Pages nearer than this, in rows, are read from the start. */
const NEAR = 2000;
/** Rows at the start of the list whose times say how dense it is. */
const PROBED = 500;
/** Aims so much before the wanted row, of the rows to it: a place behind it is of no use. */
const SHORT = 0.01;
const ROUNDS = 5;
const DAY_MS = 86_400_000;

const STARTS: Place = { rows: 0, range: EVERY_TIME };

/** A time as a value of the column. */
const timeValue = ({ type }: TimeColumn, ms: number): RawBuilder<unknown> =>
  type === 'date'
    ? sql`${new Date(ms).toISOString().slice(0, 10)}::date`
    : sql`${new Date(ms)}::timestamptz`;

/** The times of the first row of a list, and of one some rows further, ms since 1970 UTC; null for a short list. */
async function probe(
  trx: Transaction,
  { order, parts, walked = parts }: LargeList,
  { name }: TimeColumn,
): Promise<{ readonly firstMs: number; readonly laterMs: number } | null> {
  const [first] = walked;
  if (first === undefined) return null;
  const tail = sql`order by ${order} limit ${PROBED}`;
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ${sql.ref(`h.${name}`)}) * 1000)::float8 as ms
    from (${first(tail, EVERY_TIME)}) h order by ${order} limit ${PROBED}`.execute(trx);
  const [firstMs, laterMs] = [rows[0]?.ms, rows[PROBED - 1]?.ms];
  return firstMs === undefined || laterMs === undefined ? null : { firstMs, laterMs };
}

/**
 * A place of a list shortly before a row, found by counting: the rows to it are counted by the index that has the
 * fewest, and not read in their sequence. The time of the row is estimated by how dense the rows before it are; the
 * count is exact, so a bad estimate costs time only.
 *
 * @param wanted rows before the row
 */
export async function placeBefore(
  trx: Transaction,
  list: LargeList,
  wanted: number,
): Promise<Place> {
  const { parts, time, walk } = list;
  if (time === undefined || walk !== undefined || wanted < NEAR) return STARTS;
  const start = await probe(trx, list, time);
  if (start === null || start.firstMs === start.laterMs) return STARTS;
  const { firstMs, laterMs } = start;
  const column = sql.ref(time.name);
  const [before, after] = time.isDescending ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  let place: TimedPlace = { ...STARTS, ms: firstMs };
  let msPerRow = (laterMs - firstMs) / PROBED;
  for (let round = 0; round < ROUNDS && wanted - place.rows > NEAR; round += 1) {
    const aimed = (wanted - place.rows) * (1 - SHORT);
    const ms = roundTo(time, place.ms + aimed * msPerRow);
    if (!Number.isFinite(ms) || ms === place.ms) break;
    const value = timeValue(time, ms);
    const between = sql`${column} ${before} ${value} and ${place.range}`;
    const { rows } = await sql<{ rows: number }>`select sum(c.rows)::int as rows from (${sql.join(
      parts.map((part) => sql`select count(*) as rows from (${part(sql``, between)}) h`),
      sql` union all `,
    )}) c`.execute(trx);
    const counted = rows[0]?.rows ?? 0;
    if (counted === 0) break;
    msPerRow = (ms - place.ms) / counted;
    if (place.rows + counted <= wanted)
      place = { rows: place.rows + counted, range: sql`${column} ${after} ${value}`, ms };
  }
  return place;
}

/** Days have no times within them. */
const roundTo = ({ type }: TimeColumn, ms: number) =>
  type === 'date' ? Math.round(ms / DAY_MS) * DAY_MS : Math.round(ms);
