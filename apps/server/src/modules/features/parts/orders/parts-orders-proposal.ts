import { proposedQuantity } from '../../../../engines/parts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { StoreRow } from '../stores/parts-stores.repository.ts';
import { type NewOrderLine, partsWithMinimum } from './parts-orders.repository.ts';

/** Lines to order, by supplier, and the numbers of parts that nobody sells. */
interface ProposedOrders {
  readonly bySupplier: ReadonlyMap<number, readonly NewOrderLine[]>;
  readonly withoutSupplier: readonly string[];
}

/** What a store has to order: it is under its own minimum, or all stores are under the reorder level. */
export async function proposedOrders(
  trx: Transaction,
  store: Pick<StoreRow, 'id' | 'customer_id'>,
): Promise<ProposedOrders> {
  const bySupplier = new Map<number, NewOrderLine[]>();
  const withoutSupplier: string[] = [];
  for (const row of await partsWithMinimum(trx, store.customer_id, store.id)) {
    const quantity = proposedQuantity(
      [
        { stock: row.stock_store, minimum: row.minimum, onOrder: row.on_order_store },
        { stock: row.stock_all, minimum: row.reorder_level, onOrder: row.on_order_all },
      ],
      row.reorder_quantity,
    );
    if (quantity === 0) continue;
    if (row.supplier_id === null) {
      withoutSupplier.push(row.number);
      continue;
    }
    const line = {
      partId: row.part_id,
      supplierNumber: row.supplier_number ?? '',
      quantity,
      unitPrice: row.price ?? 0,
    };
    bySupplier.set(row.supplier_id, [...(bySupplier.get(row.supplier_id) ?? []), line]);
  }
  return { bySupplier, withoutSupplier };
}
