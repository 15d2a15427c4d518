import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { moveStock, stockOfMovement } from '../../parts/index.ts';
import type { FoundOrder, WorkOrderLineRow } from '../work-orders.repository.ts';
import { partLinesOf, updateLine } from './work-orders-lines.repository.ts';
import { finishLine, textOfLine } from './work-orders-lines-finish.ts';
import { changeableLine, type LineVersion } from './work-orders-lines-found.ts';

interface PartFields {
  readonly kind: WorkOrderLineRow['kind'];
  readonly part?: number | undefined;
  readonly store?: number | undefined;
}

/**
 * The part and store of a line.
 *
 * @throws HttpError 400 on the field if only one is given, or the line is of another kind; 404 if one is not
 *   visible; 409 if one is archived
 */
export async function partOfLine(
  trx: Transaction,
  viewer: Viewer,
  { customer_id: customerId }: Pick<FoundOrder, 'customer_id'>,
  { kind, part, store }: PartFields,
): Promise<{ readonly part_id: number | null; readonly store_id: number | null }> {
  if (part === undefined && store === undefined) return { part_id: null, store_id: null };
  if (kind !== 'part' || part === undefined) throw wrongField('part', 'work_order.part_required');
  if (store === undefined) throw wrongField('store', 'work_order.store_required');
  const found = await stockOfMovement(trx, viewer, { part, store });
  if (found.part.customer_id !== customerId) orNotFound(undefined);
  return { part_id: part, store_id: store };
}

const moverOf = async (trx: Transaction, viewer: Viewer, order: FoundOrder) => ({
  customerId: order.customer_id,
  author: await actorOf(trx, viewer),
  userId: viewer.userId,
});

const netOf = (quantity: number, unitCost: number) =>
  (Math.round(quantity * unitCost * 100 + 1e-6) / 100).toFixed(2);

/**
 * Takes the part of a line from its store. The line then costs what the stock did, and keeps the unit price
 * rounded to hundredths.
 *
 * @throws HttpError 404 if order or line is not visible, 403 without permission, 409 if the line has no part
 *   or is issued, work is not approved, the store has too little, or the order has changed
 */
export async function issueLine(trx: Transaction, viewer: Viewer, of: LineVersion): Promise<void> {
  const { order, line } = await changeableLine(trx, viewer, of);
  const { part_id: partId, store_id: storeId } = line;
  if (partId === null || storeId === null) throw conflict('work_order.line_without_part');
  if (line.issued_at !== null) throw conflict('work_order.line_issued');
  if (order.state === 'estimate' || order.state === 'awaiting_approval') {
    throw conflict('work_order.issue_not_approved');
  }
  const quantity = Number(line.quantity);
  if (quantity === 0) throw conflict('work_order.line_without_quantity');
  const [unitCost = 0] = await moveStock(trx, await moverOf(trx, viewer, order), [
    { partId, storeId, kind: 'issue', quantity: -quantity, unitCost: null, workOrderId: order.id },
  ]);
  const values = {
    issued_at: new Date(),
    issued_unit_cost: unitCost.toFixed(4),
    unit_price: unitCost.toFixed(2),
    net: netOf(quantity, unitCost),
  };
  await updateLine(trx, line.id, values);
  await finishLine(trx, viewer, order, {
    before: textOfLine(line),
    after: textOfLine({ ...line, ...values }),
  });
}

/**
 * Returns some of an issued part to its store, at the cost that it was issued at. The line keeps the rest.
 *
 * @throws HttpError 400 on `quantity` for more than the line still has; 404 if order or line is not visible,
 *   403 without permission, 409 if the part is not issued, or the order has ended or changed
 */
export async function returnLine(
  trx: Transaction,
  viewer: Viewer,
  of: LineVersion,
  quantity: number,
): Promise<void> {
  const { order, line } = await changeableLine(trx, viewer, of);
  if (line.issued_at === null) throw conflict('work_order.line_not_issued');
  const has = Number(line.quantity);
  if (quantity > has) {
    throw wrongField('quantity', {
      code: 'work_order.return_too_many',
      params: { quantity: has },
    });
  }
  await returnIssued(trx, viewer, order, [{ ...line, quantity: String(quantity) }]);
  const left = has - quantity;
  const values = {
    quantity: left.toFixed(3),
    returned_quantity: (Number(line.returned_quantity) + quantity).toFixed(3),
    net: netOf(left, Number(line.issued_unit_cost)),
  };
  await updateLine(trx, line.id, values);
  await finishLine(trx, viewer, order, {
    before: textOfLine(line),
    after: textOfLine({ ...line, ...values }),
  });
}

/** Returns issued parts to their stores, at the cost that they were issued at. */
export async function returnIssued(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
  lines: readonly WorkOrderLineRow[],
): Promise<void> {
  const returns = lines.flatMap((line) => {
    const { part_id: partId, store_id: storeId, issued_at: at } = line;
    const quantity = Number(line.quantity);
    // Of a line that was returned as a whole nothing is left.
    if (at === null || partId === null || storeId === null || quantity === 0) return [];
    return [
      {
        partId,
        storeId,
        kind: 'return' as const,
        quantity,
        unitCost: Number(line.issued_unit_cost),
        workOrderId: order.id,
      },
    ];
  });
  if (returns.length > 0) await moveStock(trx, await moverOf(trx, viewer, order), returns);
}

/** @throws HttpError 409 while parts of the order are not issued */
export async function checkIssued(trx: Transaction, orderId: number): Promise<void> {
  const open = (await partLinesOf(trx, orderId)).filter(({ issued_at: at }) => at === null);
  if (open.length > 0) {
    const parts = open.map(({ part_number: number }) => number).join(', ');
    throw conflict({ code: 'work_order.parts_not_issued', params: { parts } });
  }
}
