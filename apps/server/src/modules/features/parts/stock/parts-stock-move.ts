import type { PartMovementKind } from '@roadworthy/domain';
import { movedStock } from '../../../../engines/parts/index.ts';
import type { Actor } from '../../../../platform/audit/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import {
  insertMovement,
  lockStocks,
  type StockKey,
  stockNow,
  storeStock,
} from './parts-stock.repository.ts';

/** A change of a stock with its reason. */
export interface Movement extends StockKey {
  readonly kind: PartMovementKind;
  /** In the unit of the part, negative for what leaves the store; never zero. */
  readonly quantity: number;
  /** Cost of one unit that comes in; null for the average. */
  readonly unitCost: number | null;
  readonly reason?: string;
  readonly otherStoreId?: number;
  readonly workOrderId?: number;
  readonly purchaseOrderId?: number;
  readonly stockTakeId?: number;
}

/** Whose stock changes, and who changes it. */
export interface Mover {
  readonly customerId: number;
  readonly author: Actor;
  readonly userId: number | null;
}

/**
 * Changes stocks in their transaction, and writes a movement for each. The stocks are locked first: of two
 * people who take the last piece at once, the second is refused.
 *
 * @returns the cost of one moved unit of each movement
 * @throws HttpError 409 if a store has less than what leaves it
 */
export async function moveStock(
  trx: Transaction,
  { customerId, author, userId }: Mover,
  movements: readonly Movement[],
): Promise<readonly number[]> {
  await lockStocks(trx, customerId, movements);
  const costs: number[] = [];
  for (const movement of movements) {
    const { partId, storeId, kind, quantity, reason = '' } = movement;
    const before = await stockNow(trx, movement);
    const after = movedStock(before, movement);
    if (after === null) {
      throw conflict({ code: 'part.not_enough', params: { quantity: before.quantity } });
    }
    await storeStock(trx, movement, after.stock);
    await insertMovement(trx, {
      customer_id: customerId,
      part_id: partId,
      store_id: storeId,
      kind,
      quantity: String(quantity),
      unit_cost: String(after.unitCost),
      balance: String(after.stock.quantity),
      other_store_id: movement.otherStoreId ?? null,
      work_order_id: movement.workOrderId ?? null,
      purchase_order_id: movement.purchaseOrderId ?? null,
      stock_take_id: movement.stockTakeId ?? null,
      reason,
      created_by: author.name,
      created_by_id: userId,
    });
    costs.push(after.unitCost);
  }
  return costs;
}

/** Moves a quantity to another store, at the average cost of the store that it leaves. */
export async function transferStock(
  trx: Transaction,
  mover: Mover,
  {
    toStoreId,
    quantity,
    ...from
  }: StockKey & { readonly toStoreId: number; readonly quantity: number; readonly reason: string },
): Promise<void> {
  const to = { ...from, storeId: toStoreId, otherStoreId: from.storeId };
  // Both are locked at once, in the same sequence as a transfer back.
  await lockStocks(trx, mover.customerId, [from, to]);
  const [unitCost = null] = await moveStock(trx, mover, [
    { ...from, kind: 'transfer', quantity: -quantity, unitCost: null, otherStoreId: toStoreId },
  ]);
  await moveStock(trx, mover, [{ ...to, kind: 'transfer', quantity, unitCost }]);
}
