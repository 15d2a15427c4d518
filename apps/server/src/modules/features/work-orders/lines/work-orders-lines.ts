import type { contract, FieldsOf } from '@roadworthy/contract';
import { lineNet } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { type FileRow, storeFile } from '../../../../platform/files/index.ts';
import {
  defectsOfOrder,
  type FoundOrder,
  linesOf,
  type WorkOrderLineRow,
} from '../work-orders.repository.ts';
import { changeableOrder } from '../work-orders-refusals.ts';
import {
  deleteLine,
  insertLines,
  lineOf,
  MAX_LINES,
  updateLine,
} from './work-orders-lines.repository.ts';
import { finishLine, textOfLine } from './work-orders-lines-finish.ts';
import { changeableLine, type LineVersion } from './work-orders-lines-found.ts';
import { partOfLine, returnIssued } from './work-orders-lines-parts.ts';

export type LineFields = FieldsOf<typeof contract.workOrders.addLine>;

/** @throws HttpError 400 on the field for what does not fit together */
async function valuesOf(trx: Transaction, viewer: Viewer, order: FoundOrder, fields: LineFields) {
  const defect = fields.defect ?? null;
  if (defect !== null && !(await defectsOfOrder(trx, order.id)).some(({ id }) => id === defect)) {
    throw wrongField('defect', 'work_order.defect_unknown');
  }
  const isInvoice = fields.kind === 'external';
  if (isInvoice && fields.invoice_number === undefined) {
    throw wrongField('invoice_number', 'work_order.invoice_number_required');
  }
  if (fields.warranty_state === 'accepted' && fields.warranty_amount === undefined) {
    throw wrongField('warranty_amount', 'work_order.warranty_amount_required');
  }
  const quantity = isInvoice ? 1 : fields.quantity;
  return {
    kind: fields.kind,
    description: fields.description,
    quantity: String(quantity),
    unit_price: fields.unit_price.toFixed(2),
    net: lineNet(quantity, fields.unit_price).toFixed(2),
    vat: fields.vat?.toFixed(2) ?? null,
    invoice_number: fields.invoice_number ?? null,
    defect_record_id: defect,
    warranty_state: fields.warranty_state,
    warranty_amount:
      fields.warranty_state === 'none' ? null : (fields.warranty_amount?.toFixed(2) ?? null),
    ...(await partOfLine(trx, viewer, order, fields)),
  };
}

type LineValues = Awaited<ReturnType<typeof valuesOf>>;

/**
 * What changes of a line whose part is issued: its stock and cost are booked.
 *
 * @throws HttpError 409 for another part, store, quantity or price
 */
function ofIssued(before: WorkOrderLineRow, values: LineValues): Partial<LineValues> {
  const isSame =
    values.part_id === before.part_id &&
    values.store_id === before.store_id &&
    Number(values.quantity) === Number(before.quantity) &&
    Number(values.unit_price) === Number(before.unit_price);
  if (!isSame) throw conflict('work_order.line_issued');
  const { description, defect_record_id, warranty_state, warranty_amount } = values;
  return { description, defect_record_id, warranty_state, warranty_amount };
}

/**
 * Adds a line, or changes one.
 *
 * @param lineId null for a new line
 * @param document of an invoice, already stored; null keeps the one of a changed line
 * @throws HttpError 404 if order or line is not visible, 403 without permission, 409 if the order has
 *   ended, is full or has changed since it was read, 400 on the field for what does not fit
 */
export async function keepLine(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly orderId: number; readonly lineId: number | null },
  fields: LineFields,
  document: FileRow | null,
): Promise<void> {
  const order = await changeableOrder(trx, viewer, of.orderId, fields.version);
  const before = of.lineId === null ? null : orNotFound(await lineOf(trx, order.id, of.lineId));
  const values = await valuesOf(trx, viewer, order, fields);
  if (document !== null) await storeFile(trx, document);
  const file = document === null ? {} : { file_id: document.id };
  if (before === null) {
    if ((await linesOf(trx, order.id)).length >= MAX_LINES) throw conflict('work_order.lines_full');
    await insertLines(trx, [
      { customer_id: order.customer_id, work_order_id: order.id, ...values, ...file },
    ]);
  } else {
    const changed = before.issued_at === null ? values : ofIssued(before, values);
    await updateLine(trx, before.id, { ...changed, ...file });
  }
  const text = before === null ? null : textOfLine(before);
  await finishLine(trx, viewer, order, { before: text, after: textOfLine(values) });
}

/**
 * Removes a line. An issued part returns to its store.
 *
 * @throws HttpError 404 if order or line is not visible, 403 without permission, 409 if the order has
 *   ended or has changed since it was read
 */
export async function removeLine(trx: Transaction, viewer: Viewer, of: LineVersion): Promise<void> {
  const { order, line } = await changeableLine(trx, viewer, of);
  await returnIssued(trx, viewer, order, [line]);
  await deleteLine(trx, line.id);
  await finishLine(trx, viewer, order, { before: textOfLine(line), after: null });
}
