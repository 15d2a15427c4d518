import type { EVIDENCE_STATES, EvidenceKind, EvidenceScope } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { endFiles } from '../../../platform/files/index.ts';

/** Lease: a process that has not renewed a pack for this long counts as ended. */
const LOST_AFTER_S = 60;
/** Starts per pack; the second lost process fails it. */
const MAX_ATTEMPTS = 2;

export interface PackRow {
  readonly id: number;
  readonly customer_id: number;
  readonly user_id: number;
  readonly scope: EvidenceScope;
  readonly vehicle_id: number | null;
  readonly depot_id: number | null;
  readonly subject: string;
  /** YYYY-MM-DD. */
  readonly starts_on: string;
  readonly ends_on: string;
  readonly time_zone: string;
  readonly kinds: EvidenceKind[];
  readonly state: (typeof EVIDENCE_STATES)[number];
  readonly done_count: number;
  readonly total_count: number;
  readonly record_count: number;
  readonly file_count: number;
  readonly failure: string | null;
  readonly pdf_file_id: string | null;
  readonly archive_file_id: string | null;
  readonly key_fingerprint: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly archive_bytes: number | null;
  readonly pdf_bytes: number | null;
  readonly archive_sha256: string | null;
}

const COLUMNS = sql`p.id, p.customer_id, p.user_id, p.scope, p.vehicle_id, p.depot_id, p.subject,
  p.starts_on::text, p.ends_on::text, p.time_zone, p.kinds, p.state, p.done_count, p.total_count,
  p.record_count, p.file_count, p.failure, p.pdf_file_id, p.archive_file_id, p.key_fingerprint,
  p.created_at, p.ended_at, a.size_bytes::float8 as archive_bytes, d.size_bytes::float8 as pdf_bytes,
  encode(a.sha256, 'hex') as archive_sha256`;
const FILES = sql`left join files a on a.id = p.archive_file_id
  left join files d on d.id = p.pdf_file_id`;

/** The packs that a person requested, the newest first. */
export async function packsOf(
  trx: Transaction,
  { userId }: Viewer,
  id: number | null = null,
): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`select ${COLUMNS} from evidence_packs p ${FILES}
    where p.user_id = ${userId} and (${id}::int is null or p.id = ${id})
    order by p.created_at desc, p.id desc limit 200`.execute(trx);
  return rows;
}

/** Number of a person's packs that are not ended; concurrent callers are serialised. */
export async function countUnended(trx: Transaction, { userId }: Viewer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('evidence_packs'), ${userId})`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from evidence_packs
    where user_id = ${userId} and state in ('waiting', 'running')`.execute(trx);
  return rows[0]?.count ?? 0;
}

type NewPack = Pick<
  PackRow,
  | 'customer_id'
  | 'user_id'
  | 'scope'
  | 'vehicle_id'
  | 'depot_id'
  | 'subject'
  | 'starts_on'
  | 'ends_on'
  | 'time_zone'
  | 'kinds'
>;

/** Queues a pack. Returns its id. */
export async function insertPack(trx: Transaction, pack: NewPack): Promise<number> {
  const { id } = await trx
    .insertInto('evidence_packs')
    .values(pack)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Name and customer of what a pack is about; undefined for a fleet of no customer. */
export async function subjectOf(
  trx: Transaction,
  {
    vehicleId,
    depotId,
    customerId,
  }: {
    readonly vehicleId: number | null;
    readonly depotId: number | null;
    readonly customerId: number | null;
  },
): Promise<{ customer_id: number; name: string } | undefined> {
  const of =
    vehicleId !== null
      ? sql`select customer_id, registration as name from vehicles where id = ${vehicleId}`
      : depotId !== null
        ? sql`select customer_id, name from depots where id = ${depotId}`
        : sql`select id as customer_id, name from customers where id = ${customerId}`;
  const { rows } = await sql<{ customer_id: number; name: string }>`${of}`.execute(trx);
  return rows[0];
}

/** The name of a customer. */
export async function customerNameOf(trx: Transaction, id: number): Promise<string> {
  const row = await trx
    .selectFrom('customers')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** Cancels a pack that has not ended. */
export async function cancelPack(trx: Transaction, id: number): Promise<void> {
  await sql`update evidence_packs set state = 'cancelled', ended_at = now()
    where id = ${id} and state in ('waiting', 'running')`.execute(trx);
}

/** Deletes a pack; its files are deleted by the job that cleans the store. */
export async function deletePack(trx: Transaction, pack: PackRow): Promise<void> {
  const ids = [pack.pdf_file_id, pack.archive_file_id].filter((id) => id !== null);
  await endFiles(trx, ids);
  await trx.deleteFrom('evidence_packs').where('id', '=', pack.id).execute();
}

/** Claims the oldest pack of a person who has none in progress. */
export async function takeNext(trx: Transaction): Promise<PackRow | undefined> {
  const { rows: taken } = await sql<{ id: number }>`
    with next as (select m.id from evidence_packs m where m.state = 'waiting'
      order by m.created_at, m.id limit 1 for update skip locked)
    update evidence_packs m set state = 'running', attempts = attempts + 1, done_count = 0,
      alive_at = now() from next where m.id = next.id returning m.id`.execute(trx);
  if (taken[0] === undefined) return undefined;
  const { rows } = await sql<PackRow>`select ${COLUMNS} from evidence_packs p ${FILES}
    where p.id = ${taken[0].id}`.execute(trx);
  return rows[0];
}

/** Renews the lease of a pack, with its progress. Returns false if it is cancelled or lost. */
export async function keepAlive(
  trx: Transaction,
  id: number,
  done: number,
  total: number,
): Promise<boolean> {
  const { rows } = await sql`update evidence_packs
    set done_count = ${done}, total_count = ${total}, alive_at = now()
    where id = ${id} and state = 'running' returning id`.execute(trx);
  return rows.length > 0;
}

/** What a finished pack consists of. */
export interface MadePack {
  readonly pdfFileId: string;
  readonly archiveFileId: string;
  readonly records: number;
  readonly files: number;
  readonly fingerprint: string;
}

/** Ends a pack that is in progress. Returns false if it is cancelled or lost. */
export async function finishPack(trx: Transaction, id: number, made: MadePack): Promise<boolean> {
  const { rows } = await sql`update evidence_packs set state = 'ready', ended_at = now(),
      done_count = total_count, pdf_file_id = ${made.pdfFileId},
      archive_file_id = ${made.archiveFileId}, record_count = ${made.records},
      file_count = ${made.files}, key_fingerprint = ${made.fingerprint}
    where id = ${id} and state = 'running' returning id`.execute(trx);
  return rows.length > 0;
}

export async function failPack(trx: Transaction, id: number, failure: string): Promise<void> {
  await sql`update evidence_packs set state = 'failed', failure = ${failure}, ended_at = now()
    where id = ${id} and state = 'running'`.execute(trx);
}

/** Queues packs again whose process ended once, then fails them. Deletes those past their retention. */
export async function recoverLost(trx: Transaction, keptDays: number): Promise<void> {
  await sql`update evidence_packs set
      state = case when attempts < ${MAX_ATTEMPTS} then 'waiting' else 'failed' end,
      failure = case when attempts < ${MAX_ATTEMPTS} then null else 'evidence.interrupted' end,
      ended_at = case when attempts < ${MAX_ATTEMPTS} then null else now() end, done_count = 0
    where state = 'running' and alive_at < now() - make_interval(secs => ${LOST_AFTER_S})
    `.execute(trx);
  await sql`delete from evidence_packs
    where ended_at < now() - make_interval(days => ${keptDays})`.execute(trx);
}
