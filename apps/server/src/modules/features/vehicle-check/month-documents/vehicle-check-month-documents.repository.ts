import type { CheckType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';

/** How long a document is kept after it ended. */
export const KEPT_DAYS = 7;
/** Lease: a process that has not renewed a document for this long counts as ended. */
const LOST_AFTER_S = 60;
/** Attempts per document; the second lost process fails it. */
const MAX_ATTEMPTS = 2;

export interface DocumentRow {
  readonly id: number;
  readonly user_id: number;
  readonly customer_id: number;
  readonly depot_id: number;
  readonly depot_name: string;
  readonly month: string;
  readonly kind: Exclude<CheckType, 'DMG'>;
  readonly time_zone: string;
  readonly state: 'waiting' | 'running' | 'ready' | 'failed' | 'cancelled';
  readonly done_count: number;
  readonly report_count: number;
  readonly failure: string | null;
  readonly file_id: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const COLUMNS = sql`m.id, m.user_id, m.customer_id, m.depot_id, g.name as depot_name, m.month, m.kind,
  m.time_zone, m.state, m.done_count, m.report_count, m.failure, m.file_id, m.created_at, m.ended_at`;

/** The documents that a person requested within a week, the newest first. */
export async function documentsOf(
  trx: Transaction,
  { userId }: Viewer,
  id: number | null = null,
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`select ${COLUMNS}
    from month_documents m join depots g on g.id = m.depot_id
    where m.user_id = ${userId} and (${id}::int is null or m.id = ${id})
      and (m.ended_at is null or m.ended_at > now() - make_interval(days => ${KEPT_DAYS}))
    order by m.created_at desc, m.id desc`.execute(trx);
  return rows;
}

/**
 * Number of a person's documents that are queued or in progress; concurrent callers are serialised.
 */
export async function countUnended(trx: Transaction, { userId }: Viewer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('month_documents'), ${userId})`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from month_documents where user_id = ${userId} and state in ('waiting', 'running')`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Queues a document. Returns its id. */
export async function insertDocument(
  trx: Transaction,
  one: Pick<
    DocumentRow,
    'customer_id' | 'user_id' | 'depot_id' | 'month' | 'kind' | 'time_zone' | 'report_count'
  >,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into month_documents
      (customer_id, user_id, depot_id, month, kind, time_zone, report_count)
    values (${one.customer_id}, ${one.user_id}, ${one.depot_id}, ${one.month}, ${one.kind},
      ${one.time_zone}, ${one.report_count}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Cancels a document that has not ended. */
export async function cancelDocument(trx: Transaction, id: number): Promise<void> {
  await sql`update month_documents set state = 'cancelled', ended_at = now()
    where id = ${id} and state in ('waiting', 'running')`.execute(trx);
}

/**
 * Claims the next document for this process: the oldest of the person who was served longest ago
 * and has none in progress.
 */
export async function takeNext(trx: Transaction): Promise<DocumentRow | undefined> {
  // Prevents two processes from claiming two documents of one person.
  await sql`select pg_advisory_xact_lock(hashtext('month_documents'), 0)`.execute(trx);
  const { rows } = await sql<DocumentRow>`
    with next as (
      select m.id from month_documents m
      where m.state = 'waiting' and not exists (select from month_documents r
        where r.user_id = m.user_id and r.state = 'running')
      order by (select max(e.ended_at) from month_documents e where e.user_id = m.user_id)
        nulls first, m.created_at, m.id limit 1),
    m as (update month_documents m set state = 'running', attempts = attempts + 1, done_count = 0,
      alive_at = now() from next where m.id = next.id returning m.*)
    select ${COLUMNS} from m join depots g on g.id = m.depot_id`.execute(trx);
  return rows[0];
}

/** Renews the lease of a document, with its progress. Returns false if it is cancelled or lost. */
export async function keepAlive(trx: Transaction, id: number, done: number): Promise<boolean> {
  const { rows } = await sql`update month_documents set done_count = ${done}, alive_at = now()
    where id = ${id} and state = 'running' returning id`.execute(trx);
  return rows.length > 0;
}

/** Ends a document that is in progress. Returns false if it is cancelled or lost. */
export async function endDocument(
  trx: Transaction,
  id: number,
  end: { readonly fileId: string } | { readonly failure: string },
): Promise<boolean> {
  const [state, fileId, failure] =
    'fileId' in end ? ['ready', end.fileId, null] : ['failed', null, end.failure];
  const { rows } = await sql`update month_documents set state = ${state}, file_id = ${fileId},
      failure = ${failure}, ended_at = now(),
      done_count = case when ${state} = 'ready' then report_count else done_count end
    where id = ${id} and state = 'running' returning id`.execute(trx);
  return rows.length > 0;
}

/** Requeues documents as if they had not been started. */
export async function putBack(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`update month_documents set state = 'waiting', attempts = attempts - 1, done_count = 0
    where id = any(${[...ids]}::int[]) and state = 'running'`.execute(trx);
}

/**
 * Requeues documents whose process ended once, then fails them. Deletes those past their retention.
 */
export async function recoverLost(trx: Transaction): Promise<void> {
  await sql`update month_documents set
      state = case when attempts < ${MAX_ATTEMPTS} then 'waiting' else 'failed' end,
      failure = case when attempts < ${MAX_ATTEMPTS} then null else 'month_document.interrupted' end,
      ended_at = case when attempts < ${MAX_ATTEMPTS} then null else now() end, done_count = 0
    where state = 'running' and alive_at < now() - make_interval(secs => ${LOST_AFTER_S})
    `.execute(trx);
  await sql`delete from month_documents
    where ended_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(trx);
}
