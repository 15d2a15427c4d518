import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { FileEntry } from '../record-activity/vehicle-file-record-activity.repository.ts';

/** A new activity created by a person. */
export interface NewActivity extends FileEntry {
  readonly author: { readonly userId: number; readonly name: string };
  readonly fileId: string | null;
  /** Idempotency key of the request; null if it has none. */
  readonly request: { readonly key: string; readonly digest: Buffer } | null;
}

/** Creates an activity; null if the sender's request with this key has already created one. */
export async function insertActivity(
  trx: Transaction,
  activity: NewActivity,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
      fulfilled_at, created_by_id, created_by, file_id, idempotency_key, request_digest)
    values (${activity.customerId}, ${activity.vehicleId}, ${activity.typeId},
      ${activity.description}, ${activity.status}, ${activity.fulfilledAt},
      ${activity.author.userId}, ${activity.author.name}, ${activity.fileId},
      ${activity.request?.key ?? null}, ${activity.request?.digest ?? null})
    on conflict (created_by_id, idempotency_key) where idempotency_key is not null do nothing
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/**
 * Records that a later schedule prevented the activity's own, so that a repeated request returns
 * it.
 */
export async function markUnqualified(trx: Transaction, id: number): Promise<void> {
  await sql`update vehicle_activities set is_unqualified = true where id = ${id}`.execute(trx);
}

/** The activity that a person's request with this key created, if any. */
export async function madeByRequest(
  trx: Transaction,
  userId: number,
  key: string,
): Promise<{ id: number; request_digest: Buffer | null; is_unqualified: boolean } | undefined> {
  return trx
    .selectFrom('vehicle_activities')
    .select(['id', 'request_digest', 'is_unqualified'])
    .where('created_by_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The activity of a file. */
export async function activityOfFile(
  trx: Transaction,
  fileId: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('vehicle_activities')
    .select('id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row?.id;
}
