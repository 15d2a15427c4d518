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

/** A line with its part and store. */
export interface PartLineRow {
  readonly id: number;
  readonly issued_at: Date | null;
  readonly part_id: number;
  readonly part_number: string;
  readonly part_name: string;
  readonly store_id: number;
  readonly store: string;
}

/** The lines of an order that name a part of the catalogue. */
export async function partLinesOf(
  trx: Transaction,
  orderId: number,
): Promise<readonly PartLineRow[]> {
  const rows = await trx
    .selectFrom('work_order_lines as l')
    .innerJoin('parts as p', 'p.id', 'l.part_id')
    .innerJoin('part_stores as o', 'o.id', 'l.store_id')
    .select(['l.id', 'l.issued_at', 'p.id as part_id', 'p.number as part_number'])
    .select(['p.name as part_name', 'o.id as store_id', 'o.name as store'])
    .where('l.work_order_id', '=', orderId)
    .orderBy('l.id')
    .execute();
  return rows;
}

/** Changes a line. */
export async function updateLine(
  trx: Transaction,
  lineId: number,
  values: Partial<NewLine>,
): Promise<void> {
  await trx.updateTable('work_order_lines').set(values).where('id', '=', lineId).execute();
}

/** Marks the lines of an order as not issued, after their parts were returned. */
export async function clearIssued(trx: Transaction, orderId: number): Promise<void> {
  await trx
    .updateTable('work_order_lines')
    .set({ issued_at: null, issued_unit_cost: null })
    .where('work_order_id', '=', orderId)
    .where('issued_at', 'is not', null)
    .execute();
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
