import { sql } from 'kysely';
import type { Tables, Transaction } from '../db/index.ts';
import { CHAIN_START } from './chain.ts';

/** The first key of the advisory lock on a chain; unique in the product. */
const LOCK = 726_231_017;

/** Where the next entry of a chain is appended. */
export interface ChainEnd {
  readonly position: bigint;
  readonly hash: Buffer;
}

/** Locks a chain until the end of the transaction, so that entries are consecutive. */
export async function lockChainEnd(trx: Transaction, customerId: number | null): Promise<ChainEnd> {
  const chain = customerId ?? 0;
  await sql`select pg_advisory_xact_lock(${LOCK}, ${chain})`.execute(trx);
  const last = await trx
    .selectFrom('audit_entries')
    .select(['position', 'hash'])
    .where('chain', '=', chain)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined
    ? { position: 0n, hash: CHAIN_START }
    : { position: BigInt(last.position), hash: last.hash };
}

export interface NewEntry {
  readonly customer_id: number | null;
  readonly position: string;
  readonly at: Date;
  readonly actor_id: number | null;
  readonly action: Tables['audit_entries']['action'];
  readonly subject_kind: Tables['audit_entries']['subject_kind'];
  readonly subject_id: string;
  readonly actor_name: string;
  readonly subject_name: string;
  readonly before: object | null;
  readonly after: object | null;
  /** Bytes in PostgreSQL's input format, {@link bytesText}. */
  readonly salt: string;
  readonly content_digest: string;
  readonly hash: string;
}

/** Bytes as a PostgreSQL text literal. */
export const bytesText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/**
 * Inserts entries as one JSON text: a parameter for each value of thousands of rows would use many
 * times the memory.
 */
export async function insertEntries(trx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  await sql`insert into audit_entries (customer_id, position, at, actor_id, action, subject_kind,
      subject_id, actor_name, subject_name, before, after, salt, content_digest, hash)
    select r.* from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r (customer_id int,
      position bigint, at timestamptz, actor_id int, action text, subject_kind text,
      subject_id text, actor_name text, subject_name text, before jsonb, after jsonb, salt bytea,
      content_digest bytea, hash bytea)`.execute(trx);
}

/** The name of a person in the log, also after they were deleted. */
export async function personName(trx: Transaction, userId: number): Promise<string> {
  const row = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? '' : `${row.first_name} ${row.last_name}`.trim() || row.email;
}

/** The visible chains, with their lengths. */
export async function visibleChains(trx: Transaction) {
  const { rows } = await sql<{ chain: number; entries: string }>`
    select chain, max(position) as entries from audit_entries group by chain order by chain`.execute(
    trx,
  );
  return rows;
}

/** Entries of a chain after a position, in sequence. */
export function entriesAfter(trx: Transaction, chain: number, position: bigint, limit: number) {
  return trx
    .selectFrom('audit_entries')
    .selectAll()
    .where('chain', '=', chain)
    .where('position', '>', String(position))
    .orderBy('position')
    .limit(limit)
    .execute();
}
