import { OPEN_PURCHASE_ORDERS, type PartUnit, type PurchaseOrderState } from '@roadworthy/domain';
import { sql, type Updateable } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { countedPage, type Tables, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { storeIsVisible } from '../stores/parts-stores.repository.ts';

/** A purchase order with its supplier and store. */
export interface OrderRow {
  readonly id: number;
  readonly customer_id: number;
  readonly reference_number: string;
  readonly supplier_id: number;
  readonly supplier: string;
  readonly supplier_email: string | null;
  readonly supplier_account: string;
  readonly store_id: number;
  readonly store: string;
  readonly depot: string;
  readonly state: PurchaseOrderState;
  readonly note: string;
  readonly total: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly ordered_at: Date | null;
  readonly ordered_by: string | null;
  readonly mailed_to: string | null;
  readonly version: number;
}

export interface OrderFilter {
  readonly state?: PurchaseOrderState | 'open' | undefined;
  readonly supplier?: number | undefined;
  readonly store?: number | undefined;
}

const COLUMNS = sql`r.id, r.customer_id, r.reference_number, r.supplier_id, c.name as supplier,
  c.email as supplier_email, c.account as supplier_account, r.store_id, o.name as store,
  g.name as depot, r.state, r.note, r.total::float8, r.created_at, r.created_by, r.ordered_at,
  r.ordered_by, r.mailed_to, r.version`;
const FROM = sql`from purchase_orders r join part_suppliers c on c.id = r.supplier_id
  join part_stores o on o.id = r.store_id join depots g on g.id = o.depot_id`;
const OPEN = [...OPEN_PURCHASE_ORDERS];

/** A page of the orders for visible stores, newest first unless sorted otherwise. */
export function orderPage(trx: Transaction, viewer: Viewer, filter: OrderFilter, page: Page) {
  const { state, supplier, store } = filter;
  const { search } = page;
  const conditions = sql.join(
    [
      storeIsVisible(viewer),
      ...(state === undefined
        ? []
        : state === 'open'
          ? [sql`r.state = any(${OPEN}::text[])`]
          : [sql`r.state = ${state}`]),
      ...(supplier === undefined ? [] : [sql`r.supplier_id = ${supplier}`]),
      ...(store === undefined ? [] : [sql`r.store_id = ${store}`]),
      ...(search === ''
        ? []
        : [
            sql`(r.reference_number ilike ${containsPattern(search)}
              or c.name ilike ${containsPattern(search)})`,
          ]),
    ],
    sql` and `,
  );
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const matching = sql`${FROM} where ${conditions}`;
  const read = sql<OrderRow>`select ${COLUMNS} ${matching}
    order by r.created_at ${to}, r.id ${to} limit ${page.limit} offset ${page.offset}`;
  return countedPage(trx, page, read, matching);
}

/** An order for a visible store; undefined if there is none. */
export async function visibleOrder(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${COLUMNS} ${FROM}
    where r.id = ${id} and ${storeIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** Locks an order until the end of the transaction, so that two steps at once wait for each other. */
export async function lockOrder(trx: Transaction, id: number): Promise<void> {
  await sql`select from purchase_orders where id = ${id} for update`.execute(trx);
}

/** An order, for a mail without a viewer. */
export async function orderById(trx: Transaction, id: number): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${COLUMNS} ${FROM} where r.id = ${id}`.execute(trx);
  return rows[0];
}

export interface OrderLineRow {
  readonly id: number;
  readonly part_id: number;
  readonly part_number: string;
  readonly part_name: string;
  readonly unit: PartUnit;
  readonly supplier_number: string;
  readonly quantity: number;
  readonly received: number;
  readonly unit_price: number;
  readonly net: number;
}

/** The lines of an order, as they were added. */
export async function orderLines(
  trx: Transaction,
  orderId: number,
): Promise<readonly OrderLineRow[]> {
  const { rows } = await sql<OrderLineRow>`select l.id, l.part_id, p.number as part_number,
      p.name as part_name, p.unit, l.supplier_number, l.quantity::float8, l.received::float8,
      l.unit_price::float8, round(l.quantity * l.unit_price, 2)::float8 as net
    from purchase_order_lines l join parts p on p.id = l.part_id
    where l.purchase_order_id = ${orderId} order by l.id`.execute(trx);
  return rows;
}

export interface NewOrder {
  readonly customerId: number;
  readonly supplierId: number;
  readonly storeId: number;
  readonly note: string;
  readonly createdBy: string;
}

/** Creates a draft; its number is its id. */
export async function insertOrder(trx: Transaction, order: NewOrder): Promise<number> {
  const { id } = await trx
    .insertInto('purchase_orders')
    .values({
      customer_id: order.customerId,
      supplier_id: order.supplierId,
      store_id: order.storeId,
      note: order.note,
      created_by: order.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('purchase_orders')
    .set({ reference_number: `PO-${String(id).padStart(6, '0')}` })
    .where('id', '=', id)
    .execute();
  return id;
}

export interface NewOrderLine {
  readonly partId: number;
  readonly supplierNumber: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** Replaces the lines of an order, and adds them up. */
export async function storeOrderLines(
  trx: Transaction,
  order: { readonly id: number; readonly customerId: number },
  lines: readonly NewOrderLine[],
): Promise<void> {
  await trx.deleteFrom('purchase_order_lines').where('purchase_order_id', '=', order.id).execute();
  await trx
    .insertInto('purchase_order_lines')
    .values(
      lines.map(({ partId, supplierNumber, quantity, unitPrice }) => ({
        customer_id: order.customerId,
        purchase_order_id: order.id,
        part_id: partId,
        supplier_number: supplierNumber,
        quantity: String(quantity),
        unit_price: String(unitPrice),
      })),
    )
    .execute();
  await sql`update purchase_orders set total = (select sum(round(quantity * unit_price, 2))
      from purchase_order_lines where purchase_order_id = ${order.id})
    where id = ${order.id}`.execute(trx);
}

type OrderChange = Omit<Updateable<Tables['purchase_orders']>, 'id' | 'version'>;

/** Changes an order. Returns false if somebody else has changed it since this version. */
export async function updateOrder(
  trx: Transaction,
  id: number,
  version: number,
  change: OrderChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('purchase_orders')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Adds to what has come of a line. */
export async function addReceived(
  trx: Transaction,
  lineId: number,
  quantity: number,
): Promise<void> {
  await sql`update purchase_order_lines set received = received + ${quantity}::numeric
    where id = ${lineId}`.execute(trx);
}

/** A part with what a store and all stores have of it, and what is on order. */
export interface NeededRow {
  readonly part_id: number;
  readonly number: string;
  readonly reorder_level: number | null;
  readonly reorder_quantity: number | null;
  readonly minimum: number | null;
  readonly stock_store: number;
  readonly stock_all: number;
  readonly on_order_store: number;
  readonly on_order_all: number;
  /** The preferred supplier that is not archived; null without one. */
  readonly supplier_id: number | null;
  readonly supplier_number: string | null;
  readonly price: number | null;
}

/** The parts of a customer that have a minimum, in a store or over all of them. */
export async function partsWithMinimum(
  trx: Transaction,
  customerId: number,
  storeId: number,
): Promise<readonly NeededRow[]> {
  const { rows } = await sql<NeededRow>`
    select p.id as part_id, p.number, p.reorder_level::float8, p.reorder_quantity::float8,
      s.minimum::float8, coalesce(s.quantity, 0)::float8 as stock_store,
      (select coalesce(sum(a.quantity), 0)::float8 from part_stock a where a.part_id = p.id)
        as stock_all,
      coalesce(w.here, 0)::float8 as on_order_store, coalesce(w.everywhere, 0)::float8 as on_order_all,
      f.supplier_id, f.number as supplier_number, f.price::float8
    from parts p left join part_stock s on s.part_id = p.id and s.store_id = ${storeId}
    left join lateral (select sum(l.quantity - l.received) as everywhere,
        sum(l.quantity - l.received) filter (where r.store_id = ${storeId}) as here
      from purchase_order_lines l join purchase_orders r on r.id = l.purchase_order_id
      where l.part_id = p.id and r.state = any(${OPEN}::text[])) w on true
    left join lateral (select i.supplier_id, i.number, i.price from part_offers i
      join part_suppliers c on c.id = i.supplier_id
      where i.part_id = p.id and c.archived_at is null order by i.place limit 1) f on true
    where p.customer_id = ${customerId} and p.archived_at is null
      and (s.minimum is not null or p.reorder_level is not null)
    order by lower(p.number), p.id`.execute(trx);
  return rows;
}

/** Name and logo of a customer, for the document. */
export async function buyerOf(trx: Transaction, customerId: number) {
  return trx
    .selectFrom('customers')
    .select(['name', 'logo_file_id', 'currency'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
}
