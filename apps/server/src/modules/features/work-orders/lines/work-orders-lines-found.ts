import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import type { FoundOrder, WorkOrderLineRow } from '../work-orders.repository.ts';
import { changeableOrder } from '../work-orders-refusals.ts';
import { lineOf } from './work-orders-lines.repository.ts';

/** A line of an order, and the version of the order that was read. */
export interface LineVersion {
  readonly orderId: number;
  readonly lineId: number;
  readonly version: number;
}

/**
 * An order that may be changed, with one of its lines.
 *
 * @throws HttpError 404 if order or line is not visible, 403 without permission, 409 if the order has ended or
 *   has changed since it was read
 */
export async function changeableLine(
  trx: Transaction,
  viewer: Viewer,
  { lineId, orderId, version }: LineVersion,
): Promise<{ readonly order: FoundOrder; readonly line: WorkOrderLineRow }> {
  const order = await changeableOrder(trx, viewer, orderId, version);
  return { order, line: orNotFound(await lineOf(trx, order.id, lineId)) };
}
