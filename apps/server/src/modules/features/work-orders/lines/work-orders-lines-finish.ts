import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { changedMeanwhile } from '../../records/index.ts';
import {
  type FoundOrder,
  refreshTotals,
  updateOrder,
  type WorkOrderLineRow,
} from '../work-orders.repository.ts';
import { shareCostsAgain } from '../work-orders-defects.ts';
import { orderTrail } from '../work-orders-trail.ts';

/** A line in the history of its order. */
export const textOfLine = (line: Pick<WorkOrderLineRow, 'description' | 'net'>) =>
  `${line.description}: ${line.net}`;

/**
 * Adds up the lines after a change of one, shares the cost of a completed order among its defects, and writes
 * the history and the version of the order.
 *
 * @throws HttpError 409 if another person changed the order first
 */
export async function finishLine(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
  change: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  await refreshTotals(trx, order.id);
  await shareCostsAgain(trx, viewer, order);
  if (!(await updateOrder(trx, order, {}))) throw changedMeanwhile();
  await orderTrail(trx, order, await actorOf(trx, viewer), {
    action: 'line',
    changes: [{ field: 'line', ...change }],
  });
}
