import { CLOSED_WORK_ORDERS, mayWorkOnOrders, type StepRefusal } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, forbidden, type HttpError, orNotFound } from '../../../platform/errors.ts';
import { changedMeanwhile } from '../records/index.ts';
import { type FoundOrder, visibleOrder } from './work-orders.repository.ts';

/** The error of a refused step. */
export function refusalOf(refusal: StepRefusal): HttpError {
  switch (refusal) {
    case 'not_allowed':
      return forbidden('work_order.not_allowed');
    case 'above_limit':
      return forbidden('work_order.above_limit');
    case 'state_wrong':
      return conflict('work_order.state_wrong');
    case 'above_approved':
      return conflict('work_order.above_approved');
  }
}

/**
 * An order that its viewer may change now.
 *
 * @param version as the viewer read it; absent where a change by another person does not matter
 * @throws HttpError 404 if it is not visible, 403 without permission, 409 if it has ended or has
 *   changed since it was read
 */
export async function changeableOrder(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  version?: number,
): Promise<FoundOrder> {
  const order = orNotFound(await visibleOrder(trx, viewer, id));
  if (!mayWorkOnOrders(viewer)) throw forbidden('work_order.not_allowed');
  if (CLOSED_WORK_ORDERS.includes(order.state)) throw conflict('work_order.closed');
  if (version !== undefined && order.version !== version) throw changedMeanwhile();
  return order;
}
