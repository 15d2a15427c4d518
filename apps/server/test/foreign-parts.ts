import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants parts of the other customer. */
export async function plantParts(db: Database, { away }: TrackedFleet): Promise<void> {
  const { customerId, depotId } = away;
  await db.pool.query(
    `with supplier as (insert into part_suppliers (id, customer_id, name) overriding system value
       values ($1, $2, 'Canary') returning id),
     part as (insert into parts (id, customer_id, number, name, category, unit)
       overriding system value values ($1, $2, 'CANARY', 'Canary', 'other', 'piece') returning id),
     store as (insert into part_stores (id, customer_id, depot_id, name) overriding system value
       values ($1, $2, $3, 'Canary') returning id),
     purchase as (insert into purchase_orders (id, customer_id, supplier_id, store_id, created_by)
       overriding system value select $1, $2, supplier.id, store.id, 'Canary' from supplier, store
       returning id),
     purchased as (insert into purchase_order_lines (customer_id, purchase_order_id, part_id, quantity,
       unit_price) select $2, purchase.id, part.id, 1, 1 from purchase, part),
     take as (insert into part_stock_takes (id, customer_id, store_id, created_by)
       overriding system value select $1, $2, store.id, 'Canary' from store returning id),
     taken as (insert into part_stock_take_lines (stock_take_id, part_id, customer_id, expected, counted,
       counted_by) select take.id, part.id, $2, 1, 1, 'Canary' from take, part),
     offer as (insert into part_offers (part_id, supplier_id, customer_id, place)
       select part.id, supplier.id, $2, 0 from part, supplier),
     stock as (insert into part_stock (part_id, store_id, customer_id, quantity)
       select part.id, store.id, $2, 5 from part, store)
     insert into part_movements (id, customer_id, part_id, store_id, kind, quantity, unit_cost, balance,
       created_by) overriding system value
     select $1, $2, part.id, store.id, 'receipt', 5, 1, 5, 'Canary' from part, store`,
    [FOREIGN, customerId, depotId],
  );
}

const PART = { number: 'PLANTED', name: 'Planted' };
const ORDER = { supplier: FOREIGN, store: FOREIGN, lines: [{ part: FOREIGN, quantity: 1 }] };
const ARCHIVE = { ids: [FOREIGN], archived: true };

/** Right questions about parts that aim at the other customer's. */
export function foreignParts({ away }: TrackedFleet) {
  const params = { id: FOREIGN };
  return {
    'parts.list': { query: { store: FOREIGN } },
    'parts.exportList': { query: { supplier: FOREIGN, format: 'csv' } },
    'parts.read': { params },
    'parts.change': { params, body: PART },
    'parts.archive': { body: ARCHIVE },
    'parts.changePlace': { params: { id: FOREIGN, store: FOREIGN }, body: { minimum: 1 } },
    'parts.supplier': { params },
    'parts.changeSupplier': { params, body: { name: 'Planted' } },
    'parts.archiveSuppliers': { body: ARCHIVE },
    'parts.store': { params },
    'parts.createStore': { body: { name: 'Planted', depot: away.depotId } },
    'parts.changeStore': { params, body: { name: 'Planted', depot: away.depotId } },
    'parts.archiveStores': { body: ARCHIVE },
    'parts.movements': { query: { depot: away.depotId } },
    'parts.exportMovements': { query: { part: FOREIGN, format: 'csv' } },
    'parts.movement': { params },
    'partOrders.list': { query: { store: FOREIGN } },
    'partOrders.exportList': { query: { supplier: FOREIGN, format: 'csv' } },
    'partOrders.create': { body: ORDER },
    'partOrders.propose': { body: { store: FOREIGN } },
    'partOrders.read': { params },
    'partOrders.change': { params, body: ORDER },
    'partOrders.order': { params, body: { version: 1 } },
    'partOrders.receive': { params, body: { version: 1, lines: [{ line: 1, quantity: 1 }] } },
    'partOrders.cancel': { params, body: { version: 1 } },
    'partOrders.pdf': { params },
    'stockTakes.list': { query: { store: FOREIGN } },
    'stockTakes.begin': { body: { store: FOREIGN } },
    'stockTakes.read': { params },
    'stockTakes.count': { params: { id: FOREIGN, part: FOREIGN }, body: { counted: 1 } },
    'stockTakes.removeCount': { params: { id: FOREIGN, part: FOREIGN } },
    'stockTakes.post': { params },
    'stockTakes.cancel': { params },
    'stockTakes.find': { query: { code: 'CANARY' } },
    'stockTakes.labels': { query: { ids: String(FOREIGN) } },
    'parts.move': { body: { part: FOREIGN, store: FOREIGN, kind: 'receipt', quantity: 1 } },
  } satisfies Readonly<Record<string, Input>>;
}
