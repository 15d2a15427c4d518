import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type UploadRow = Selectable<Tables['video_uploads']>;

export interface NewUpload {
  readonly id: string;
  readonly customerId: number;
  readonly vehicleId: number;
  readonly camera: number;
  readonly name: string;
  readonly start: Date;
  readonly sizeBytes: number;
  readonly userId: number;
  readonly expiresAt: Date;
}

export async function insertUpload(trx: Transaction, upload: NewUpload): Promise<void> {
  await trx
    .insertInto('video_uploads')
    .values({
      id: upload.id,
      customer_id: upload.customerId,
      vehicle_id: upload.vehicleId,
      camera: upload.camera,
      name: upload.name,
      started_at: upload.start,
      size_bytes: upload.sizeBytes,
      created_by: upload.userId,
      expires_at: upload.expiresAt,
    })
    .execute();
}

/** An upload that has not expired. */
export async function uploadById(
  trx: Transaction,
  id: string,
  { hold }: { hold: boolean } = { hold: false },
): Promise<UploadRow | undefined> {
  const query = trx
    .selectFrom('video_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`);
  return (hold ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * Adds a stored chunk.
 *
 * @returns false if the upload is not at this offset, for example because the chunk arrived twice
 */
export async function addPiece(
  trx: Transaction,
  id: string,
  piece: { readonly key: string; readonly first: number; readonly sizeBytes: number },
): Promise<boolean> {
  const { rows } = await sql`update video_uploads
    set pieces = pieces || ${piece.key}::text, received_bytes = received_bytes + ${piece.sizeBytes}
    where id = ${id} and received_bytes = ${piece.first} returning id`.execute(trx);
  return rows.length > 0;
}

/** Resets an upload to its first byte. */
export async function restartUpload(trx: Transaction, id: string): Promise<void> {
  await sql`update video_uploads set pieces = '{}', received_bytes = 0 where id = ${id}`.execute(
    trx,
  );
}

/** Links an upload to its new clip; the job of the file store deletes the chunks. */
export async function finishUpload(trx: Transaction, id: string, requestId: number): Promise<void> {
  await sql`update video_uploads set request_id = ${requestId}, pieces = '{}'
    where id = ${id}`.execute(trx);
}

/**
 * Deletes expired uploads; the job of the file store deletes the chunks, which are then
 * unreferenced.
 */
export async function removeStaleUploads(trx: Transaction): Promise<void> {
  await trx.deleteFrom('video_uploads').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Marks a clip as ready, because its files are stored already. */
export async function makeReady(
  trx: Transaction,
  requestId: number,
  retentionDays: number,
): Promise<void> {
  await sql`update video_requests set state = 'ready', progress = 100, ready_at = now(), error = null,
      expires_at = case when keep then null else now() + make_interval(days => ${retentionDays}) end
    where id = ${requestId}`.execute(trx);
}
