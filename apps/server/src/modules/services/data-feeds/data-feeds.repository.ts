import type { FeedKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../platform/db/index.ts';

/** Who reads a feed, and how far. */
export interface ReaderRow {
  readonly kind: string;
  readonly user_id: number;
  readonly name: string;
  readonly last_read_at: Date;
  readonly read_until: Date;
  readonly rows_read: number;
}

const MOST_READERS = 200;

/** The readers of the customer's feeds, the last one first. */
export async function readers(trx: Transaction, viewer: Viewer): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select r.kind, r.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
        as name, r.last_read_at, r.read_until, r.rows_read::float8 as rows_read
    from feed_readers r join users u on u.id = r.user_id
    where ${ofCustomer(viewer, 'r.customer_id')}
    order by r.last_read_at desc limit ${MOST_READERS}`.execute(trx);
  return rows;
}

/** Stores how far a person has read a feed. */
export async function storeReader(
  trx: Transaction,
  reader: {
    readonly customerId: number;
    readonly userId: number;
    readonly kind: FeedKind;
    readonly readUntil: Date;
    readonly rows: number;
  },
): Promise<void> {
  await sql`insert into feed_readers as known (customer_id, user_id, kind, last_read_at, read_until,
      rows_read)
    values (${reader.customerId}, ${reader.userId}, ${reader.kind}, now(), ${reader.readUntil},
      ${reader.rows})
    on conflict (user_id, kind) do update set last_read_at = now(),
      read_until = excluded.read_until, rows_read = known.rows_read + excluded.rows_read`.execute(
    trx,
  );
}

/** Deletes notes that no version needs any more, up to a limit. Returns their number. */
export async function deleteOldChanges(
  trx: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from feed_changes where id in (
    select id from feed_changes where changed_at < ${before} order by changed_at, id
    limit ${limit})`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes late days that no version needs any more. */
export async function deleteOldLateDays(trx: Transaction, before: Date): Promise<void> {
  await sql`delete from feed_late_days where received_until < ${before}`.execute(trx);
}
