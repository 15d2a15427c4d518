import type { Actor } from '../../../../platform/audit/index.ts';
import type { FieldChange, RecordKind, Transaction } from '../../../../platform/db/index.ts';

/** An entry in the audit trail of a record. */
export interface TrailEntry {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly kind: RecordKind;
  readonly recordId: number;
  readonly author: Actor;
  readonly action: string;
  readonly note?: string;
  /** Changed fields; those with equal values before and after are left out. */
  readonly changes?: readonly FieldChange[];
}

/** Adds an entry in the transaction of the change. Entries are append-only. */
export async function storeTrail(trx: Transaction, entry: TrailEntry): Promise<void> {
  const changes = (entry.changes ?? []).filter(({ before, after }) => before !== after);
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
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** The audit trail of a record, oldest first. */
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
