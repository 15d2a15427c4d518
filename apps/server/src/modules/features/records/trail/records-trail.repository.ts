import type { Actor } from '../../../../platform/audit/index.ts';
import type { FieldChange, RecordKind, Transaction } from '../../../../platform/db/index.ts';

/** One thing that was done to a record. */
export interface TrailEntry {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly kind: RecordKind;
  readonly recordId: number;
  readonly author: Actor;
  readonly action: string;
  readonly note?: string;
  /** What changed; what was nothing and is nothing is left out. */
  readonly changes?: readonly FieldChange[];
}

/** Adds to the trail, in the transaction of what was done. Nobody changes or removes it afterwards. */
export async function keepTrail(trx: Transaction, entry: TrailEntry): Promise<void> {
  const told = (entry.changes ?? []).filter(({ before, after }) => before !== after);
  await trx
    .insertInto('record_changes')
    .values({
      customer_id: entry.customerId,
      vehicle_id: entry.vehicleId,
      kind: entry.kind,
      record_id: entry.recordId,
      user_id: entry.author.userId,
      user_name: entry.author.name,
      action: entry.action,
      note: entry.note ?? '',
      changes: JSON.stringify(told),
    })
    .execute();
}

/** What was done to a record, oldest first. */
export async function trailOf(trx: Transaction, kind: RecordKind, recordId: number) {
  return trx
    .selectFrom('record_changes')
    .select(['id', 'at', 'user_name', 'action', 'note', 'changes'])
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .orderBy('id')
    .limit(500)
    .execute();
}
