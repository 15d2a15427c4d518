import { type Insertable, type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type {
  RowOutcome,
  Tables,
  Transaction,
  UploadFields,
  UploadState,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';

export type UploadRow = Selectable<Tables['vehicle_uploads']> & { readonly customer_name: string };

/** Creates an upload. Returns its id. */
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

/** The person's earlier upload with this request key; undefined if there is none. */
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

/** Visible uploads as `u`: those of the customer, or with limited depots only the viewer's own. */
function visibleUploads(trx: Transaction, viewer: Viewer) {
  let query = trx
    .selectFrom('vehicle_uploads as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id');
  if (!viewer.isGlobalAdmin) query = query.where('u.customer_id', '=', viewer.customerId ?? 0);
  if (viewer.depotScope !== 'all') query = query.where('u.user_id', '=', viewer.userId);
  return query;
}

/** A page of the visible uploads, newest first, with the count of all. */
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

/** A visible upload. */
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

/** A row with its outcome. */
export interface ResultRow {
  readonly upload_id: number;
  readonly row_number: number | null;
  readonly registration: string;
  readonly outcome: RowOutcome | null;
  readonly texts: string[];
}

/** The first invalid rows of each of the uploads, in file order. */
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

/** All rows of an upload, or only the invalid ones, in file order. */
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

/** A row as it is stored, before or after it was processed. */
export interface StoredRow {
  readonly position: number;
  readonly row_number: number | null;
  readonly registration: string;
  readonly fields: UploadFields | null;
  readonly outcome: RowOutcome | null;
  readonly texts: readonly string[];
}

export async function insertRows(
  trx: Transaction,
  { id, customer_id: customerId }: { readonly id: number; readonly customer_id: number },
  rows: readonly StoredRow[],
): Promise<void> {
  await sql`insert into vehicle_upload_rows
      (upload_id, customer_id, position, row_number, registration, fields, outcome, texts)
    select ${id}, ${customerId}, r.position, r.row_number, r.registration, r.fields, r.outcome,
      array(select jsonb_array_elements_text(r.texts))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, row_number int,
      registration text, fields jsonb, outcome text, texts jsonb)`.execute(trx);
}

/** Rows that are not yet processed, after a position, in file order. */
export async function pendingRows(
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

/** Outcome of a row. */
export interface EndedRow {
  readonly position: number;
  readonly outcome: RowOutcome;
  readonly texts: readonly string[];
}

/** Stores the outcomes of rows, and deletes their contents. */
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

/** Counts that grow as rows are processed. */
export interface Counts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly errors: number;
}

export async function addCounts(trx: Transaction, id: number, counts: Counts): Promise<void> {
  await sql`update vehicle_uploads set done_count = done_count + ${counts.done},
      created_count = created_count + ${counts.created},
      updated_count = updated_count + ${counts.updated},
      unchanged_count = unchanged_count + ${counts.unchanged},
      removed_count = removed_count + ${counts.removed},
      error_count = error_count + ${counts.errors}
    where id = ${id}`.execute(trx);
}

/** Sets the number of rows of an upload, and how many of them are invalid from the start. */
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

/** Sets only the progress of an upload, for display. */
export async function writeDone(trx: Transaction, id: number, done: number): Promise<void> {
  await trx.updateTable('vehicle_uploads').set({ done_count: done }).where('id', '=', id).execute();
}

/** Changes the state of an upload if it is in one of the given states. Returns whether it was. */
export async function changeState(
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

/** Deletes the contents of rows that were not processed before the upload ended. */
export async function forgetFields(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('vehicle_upload_rows')
    .set({ fields: null })
    .where('upload_id', '=', id)
    .where('fields', 'is not', null)
    .execute();
}

export async function requestCancel(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('vehicle_uploads')
    .set({ is_cancelled: true })
    .where('id', '=', id)
    .execute();
}

/** Whether cancellation was requested; true also if the upload no longer exists. */
export async function isCancelled(trx: Transaction, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('vehicle_uploads')
    .select('is_cancelled')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_cancelled !== false;
}

/** Must differ from all other advisory locks of the product. */
const LOCK_OF_UPLOADS = 18_021;

/** Locks an upload until the transaction ends, so that only one worker processes it. */
export async function lockUpload(trx: Transaction, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_OF_UPLOADS}, ${id})`.execute(trx);
}
