import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** An entry of a record: what a step of its life leaves in the vehicle file. */
export interface RecordEntry {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly typeId: number;
  readonly description: string;
  readonly status: string;
  readonly fulfilledAt: Date | null;
  readonly author: { readonly userId: number | null; readonly name: string };
  readonly recordId: number;
  readonly referenceNumber: string;
}

/** Adds the newest entry of a record; those before it are no longer the newest. Returns its id. */
export async function insertRecordEntry(trx: Transaction, entry: RecordEntry): Promise<number> {
  const { vehicleId, typeId, recordId } = entry;
  await sql`update vehicle_activities set is_latest = false
    where vehicle_id = ${vehicleId} and activity_type_id = ${typeId} and record_id = ${recordId}
      and is_latest and not archived`.execute(trx);
  const { id } = await trx
    .insertInto('vehicle_activities')
    .values({
      customer_id: entry.customerId,
      vehicle_id: vehicleId,
      activity_type_id: typeId,
      description: entry.description,
      status: entry.status,
      fulfilled_at: entry.fulfilledAt,
      created_by_id: entry.author.userId,
      created_by: entry.author.name,
      file_id: null,
      record_id: recordId,
      reference_number: entry.referenceNumber,
      request_digest: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
