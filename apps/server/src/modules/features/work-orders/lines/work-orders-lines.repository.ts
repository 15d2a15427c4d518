import type { Insertable } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import type { WorkOrderLineRow } from '../work-orders.repository.ts';

type NewLine = Insertable<Tables['work_order_lines']>;

/** More lines than any order needs. */
export const MAX_LINES = 200;

/** Adds lines to an order. */
export async function insertLines(trx: Transaction, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('work_order_lines')
    .values([...lines])
    .execute();
}

/** A line of an order; undefined if there is none. */
export async function lineOf(
  trx: Transaction,
  orderId: number,
  lineId: number,
): Promise<WorkOrderLineRow | undefined> {
  return trx
    .selectFrom('work_order_lines')
    .selectAll()
    .where('id', '=', lineId)
    .where('work_order_id', '=', orderId)
    .executeTakeFirst();
}

/** Changes a line. */
export async function updateLine(
  trx: Transaction,
  lineId: number,
  values: Partial<NewLine>,
): Promise<void> {
  await trx.updateTable('work_order_lines').set(values).where('id', '=', lineId).execute();
}

/** Removes a line. */
export async function deleteLine(trx: Transaction, lineId: number): Promise<void> {
  await trx.deleteFrom('work_order_lines').where('id', '=', lineId).execute();
}

/** Removes the estimate of the repairer. */
export async function deleteEstimate(trx: Transaction, orderId: number): Promise<void> {
  await trx
    .deleteFrom('work_order_lines')
    .where('work_order_id', '=', orderId)
    .where('is_by_repairer', '=', true)
    .where('kind', '<>', 'external')
    .execute();
}

/** Marks the estimate of the repairer as replaced by an invoice. */
export async function supersedeEstimate(trx: Transaction, orderId: number): Promise<void> {
  await trx
    .updateTable('work_order_lines')
    .set({ is_superseded: true })
    .where('work_order_id', '=', orderId)
    .where('is_by_repairer', '=', true)
    .where('kind', '<>', 'external')
    .execute();
}
