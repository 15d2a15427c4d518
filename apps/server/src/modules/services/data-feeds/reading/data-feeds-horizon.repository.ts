import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { shortSnapshot } from './data-feeds-version.ts';

/** A time with microseconds, as text that PostgreSQL and JavaScript read. */
export const momentText = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What is committed now. */
export interface Horizon {
  /** The transactions whose rows are visible. */
  readonly snapshot: string;
  /** No row that the snapshot does not show was written before. */
  readonly oldest: string;
  readonly identity: string;
  /** The next transaction id. */
  readonly newest: string;
}

/** Reads what is committed now. */
export async function readHorizon(trx: Transaction): Promise<Horizon> {
  // First the running transactions, then a snapshot: one that ends between the two is in both.
  const { rows: first } = await sql<{ oldest: string; identity: string }>`
    select ${momentText(sql`oldest`)} as oldest, identity from feed_horizon()`.execute(trx);
  const { rows: second } = await sql<{ snapshot: string; newest: string }>`
    select s::text as snapshot, pg_snapshot_xmax(s)::text as newest
    from pg_current_snapshot() s`.execute(trx);
  const { oldest, identity } = first[0] ?? { oldest: '1970-01-01T00:00:00Z', identity: '' };
  const { snapshot, newest } = second[0] ?? { snapshot: '1:1:', newest: '1' };
  return { snapshot: shortSnapshot(snapshot), oldest, identity, newest };
}

/** The rows of a window. */
export interface Bounds {
  readonly seen: string | null;
  readonly until: string;
  readonly newest: string;
}

/**
 * Condition: the row is in the window.
 *
 * @param alias of the table
 */
export function isInWindow(alias: string, { seen, until, newest }: Bounds): RawBuilder<boolean> {
  const xmin = sql.ref(`${alias}.xmin`);
  const shown = (snapshot: string) =>
    sql<boolean>`is_in_snapshot(${xmin}, ${snapshot}::pg_snapshot, ${newest}::bigint)`;
  if (seen === null) return shown(until);
  return sql<boolean>`not ${shown(seen)} and ${shown(until)}`;
}
