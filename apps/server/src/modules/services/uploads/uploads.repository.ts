import { type Insertable, type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type {
  RowOutcome,
  Tables,
  Transaction,
  UploadFields,
  UploadState,
} from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';

export type UploadRow = Selectable<Tables['vehicle_uploads']> & { readonly customer_name: string };

/** Makes an upload. Returns its id. */
export async function insertUpload(
  trx: Transaction,
  upload: Insertable<Tables['vehicle_uploads']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('vehicle_uploads')
    .values(upload)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What somebody sent under a name of their own before; undefined for nothing. */
export async function uploadOfRequest(
  trx: Transaction,
  userId: number,
  requestKey: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('vehicle_uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  return row?.id;
}

/** Uploads as `u` that somebody sees: of the customer; who sees only some depots, the own ones. */
function visibleUploads(trx: Transaction, viewer: Viewer) {
  let query = trx
    .selectFrom('vehicle_uploads as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id');
  if (!viewer.isGlobalAdmin) query = query.where('u.customer_id', '=', viewer.customerId ?? 0);
  if (viewer.depotScope !== 'all') query = query.where('u.user_id', '=', viewer.userId);
  return query;
}

/** A page of the uploads in sight, newest first, with the count of all. */
export async function uploadPage(
  trx: Transaction,
  viewer: Viewer,
  { limit, offset, descending, orderBy }: Page,
): Promise<{ count: number; rows: UploadRow[] }> {
  const query = visibleUploads(trx, viewer);
  const rows = await query
    .selectAll('u')
    .select('c.name as customer_name')
    .orderBy('u.id', orderBy === null || descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await query
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { count, rows };
}

/** One upload in sight. */
export function uploadById(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<UploadRow | undefined> {
  return visibleUploads(trx, viewer)
    .selectAll('u')
    .select('c.name as customer_name')
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** A row with what became of it. */
export interface ResultRow {
  readonly upload_id: number;
  readonly row_number: number | null;
  readonly registration: string;
  readonly outcome: RowOutcome | null;
  readonly texts: string[];
}

/** The first wrong rows of each of some uploads, in the order of the file. */
export async function firstErrors(
  trx: Transaction,
  uploadIds: readonly number[],
  limit: number,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select e.* from unnest(${[...uploadIds]}::int[]) as u (id)
    cross join lateral (select r.upload_id, r.row_number, r.registration, r.outcome, r.texts
      from vehicle_upload_rows r where r.upload_id = u.id and r.outcome = 'error'
      order by r.position limit ${limit}) e
    order by e.upload_id, e.row_number`.execute(trx);
  return rows;
}

/** Every row of an upload, or the wrong ones alone, in the order of the file. */
export function resultRows(
  trx: Transaction,
  uploadId: number,
  onlyErrors: boolean,
): Promise<ResultRow[]> {
  let query = trx
    .selectFrom('vehicle_upload_rows')
    .select(['upload_id', 'row_number', 'registration', 'outcome', 'texts'])
    .where('upload_id', '=', uploadId);
  if (onlyErrors) query = query.where('outcome', '=', 'error');
  return query.orderBy('position').execute();
}

/** A row as it is kept, before or after it was worked through. */
export interface KeptRow {
  readonly position: number;
  readonly row_number: number | null;
  readonly registration: string;
  readonly fields: UploadFields | null;
  readonly outcome: RowOutcome | null;
  readonly texts: readonly string[];
}

/** Adds rows to an upload. */
export async function insertRows(
  trx: Transaction,
  { id, customer_id: customerId }: { readonly id: number; readonly customer_id: number },
  rows: readonly KeptRow[],
): Promise<void> {
  await sql`insert into vehicle_upload_rows
      (upload_id, customer_id, position, row_number, registration, fields, outcome, texts)
    select ${id}, ${customerId}, r.position, r.row_number, r.registration, r.fields, r.outcome,
      array(select jsonb_array_elements_text(r.texts))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, row_number int,
      registration text, fields jsonb, outcome text, texts jsonb)`.execute(trx);
}

/** Rows that wait to be worked through, after a place, in the order of the file. */
export async function rowsToDo(
  trx: Transaction,
  uploadId: number,
  afterPosition: number,
  limit: number,
): Promise<{ position: number; registration: string; fields: UploadFields }[]> {
  const rows = await trx
    .selectFrom('vehicle_upload_rows')
    .select(['position', 'registration', 'fields'])
    .where('upload_id', '=', uploadId)
    .where('outcome', 'is', null)
    .where('position', '>', afterPosition)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, fields: row.fields ?? {} }));
}

/** What became of a row. */
export interface EndedRow {
  readonly position: number;
  readonly outcome: RowOutcome;
  readonly texts: readonly string[];
}

/** Keeps what became of rows; what they said is forgotten. */
export async function endRows(
  trx: Transaction,
  uploadId: number,
  ended: readonly EndedRow[],
): Promise<void> {
  await sql`update vehicle_upload_rows u set outcome = r.outcome, fields = null,
      texts = array(select jsonb_array_elements_text(r.texts))
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
      as r (position int, outcome text, texts jsonb)
    where u.upload_id = ${uploadId} and u.position = r.position`.execute(trx);
}

/** Counts that grow as rows are worked through. */
export interface Counts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly errors: number;
}

/** Adds to the counts of an upload. */
export async function addCounts(trx: Transaction, id: number, counts: Counts): Promise<void> {
  await sql`update vehicle_uploads set done_count = done_count + ${counts.done},
      created_count = created_count + ${counts.created},
      updated_count = updated_count + ${counts.updated},
      unchanged_count = unchanged_count + ${counts.unchanged},
      removed_count = removed_count + ${counts.removed},
      error_count = error_count + ${counts.errors}
    where id = ${id}`.execute(trx);
}

/** How many rows an upload has, and how many of them were wrong from the start. */
export async function writeRowCount(
  trx: Transaction,
  id: number,
  rows: number,
  errors: number,
): Promise<void> {
  await trx
    .updateTable('vehicle_uploads')
    .set({ row_count: rows, error_count: errors, done_count: errors })
    .where('id', '=', id)
    .execute();
}

/** Sets how far an upload is gone through, for those who look on; nothing else of it. */
export async function writeDone(trx: Transaction, id: number, done: number): Promise<void> {
  await trx.updateTable('vehicle_uploads').set({ done_count: done }).where('id', '=', id).execute();
}

/** Moves an upload on, from one of some states. Returns whether it was in one. */
export async function moveOn(
  trx: Transaction,
  id: number,
  from: readonly UploadState[],
  to: UploadState,
  failure: string | null = null,
): Promise<boolean> {
  const isEnd = to === 'done' || to === 'failed' || to === 'cancelled';
  const { numUpdatedRows } = await trx
    .updateTable('vehicle_uploads')
    .set({ state: to, failure, ...(isEnd ? { finished_at: sql<Date>`now()` } : {}) })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets what the rows of an upload said, where it ended before it came to them. */
export async function forgetFields(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('vehicle_upload_rows')
    .set({ fields: null })
    .where('upload_id', '=', id)
    .where('fields', 'is not', null)
    .execute();
}

/** Asks for the end of an upload. */
export async function askToCancel(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('vehicle_uploads')
    .set({ is_cancelled: true })
    .where('id', '=', id)
    .execute();
}

/** Whether somebody asked for its end. */
export async function isCancelled(trx: Transaction, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('vehicle_uploads')
    .select('is_cancelled')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_cancelled !== false;
}

/** Any number that no other advisory lock of the product has. */
const LOCK_OF_UPLOADS = 18_021;

/** Holds an upload until the transaction ends, so that no two work on it at once. */
export async function holdUpload(trx: Transaction, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_OF_UPLOADS}, ${id})`.execute(trx);
}
