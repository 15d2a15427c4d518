import type { PartMovementKind, PartUnit } from '@roadworthy/domain';
import { type Insertable, sql } from 'kysely';
import type { PartStock } from '../../../../engines/parts/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CountedRows,
  isOneOfIds,
  largePage,
  ofCustomer,
  ofEachCustomer,
  type Tables,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { storeIsVisible } from '../stores/parts-stores.repository.ts';

/** A stock: of a part, in a store. */
export interface StockKey {
  readonly partId: number;
  readonly storeId: number;
}

/**
 * Locks stocks until the end of the transaction, in one sequence, so that two movements of the same parts
 * wait for each other instead of a deadlock. A stock that does not exist is created empty.
 */
export async function lockStocks(
  trx: Transaction,
  customerId: number,
  keys: readonly StockKey[],
): Promise<void> {
  const parts = keys.map(({ partId }) => partId);
  const stores = keys.map(({ storeId }) => storeId);
  const wanted = sql`select distinct w.part_id, w.store_id
    from unnest(${parts}::int[], ${stores}::int[]) as w (part_id, store_id)`;
  await sql`insert into part_stock (part_id, store_id, customer_id)
    select w.part_id, w.store_id, ${customerId}::int from (${wanted}) w order by 1, 2
    on conflict do nothing`.execute(trx);
  await sql`select from part_stock s where (s.part_id, s.store_id) in (${wanted})
    order by s.part_id, s.store_id for update`.execute(trx);
}

/** A stock that {@link lockStocks} has locked. */
export async function stockNow(
  trx: Transaction,
  { partId, storeId }: StockKey,
): Promise<PartStock> {
  const { quantity, average_cost } = await trx
    .selectFrom('part_stock')
    .select(['quantity', 'average_cost'])
    .where('part_id', '=', partId)
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return { quantity: Number(quantity), averageCost: Number(average_cost) };
}

/** Stores a stock after a movement. */
export async function storeStock(
  trx: Transaction,
  { partId, storeId }: StockKey,
  { quantity, averageCost }: PartStock,
): Promise<void> {
  await trx
    .updateTable('part_stock')
    .set({ quantity: String(quantity), average_cost: String(averageCost) })
    .where('part_id', '=', partId)
    .where('store_id', '=', storeId)
    .execute();
}

export async function insertMovement(
  trx: Transaction,
  movement: Insertable<Tables['part_movements']>,
): Promise<void> {
  await trx.insertInto('part_movements').values(movement).execute();
}

/** A movement in the list. */
export interface MovementRow {
  readonly id: number;
  readonly created_at: Date;
  readonly kind: PartMovementKind;
  readonly part_id: number;
  readonly part_number: string;
  readonly part_name: string;
  readonly unit: PartUnit;
  readonly store_id: number;
  readonly store: string;
  readonly other_store: string | null;
  readonly quantity: number;
  readonly unit_cost: number;
  readonly value: number;
  readonly balance: number;
  readonly reason: string;
  readonly created_by: string;
  readonly work_order_id: number | null;
  readonly work_order: string | null;
  readonly purchase_order_id: number | null;
  readonly purchase_order: string | null;
  readonly stock_take_id: number | null;
  readonly stock_take: string | null;
}

export interface MovementFilter {
  /** Of one part, or of those that a search finds; null for all. */
  readonly partIds: readonly number[] | null;
  /** Null for all stores of the customer. */
  readonly storeIds: readonly number[] | null;
  readonly kind: PartMovementKind | null;
  readonly workOrderId: number | null;
  readonly purchaseOrderId: number | null;
  readonly stockTakeId: number | null;
  readonly start: Date | null;
  readonly end: Date | null;
}

const COLUMNS = sql`m.id::float8 as id, m.created_at, m.kind, m.part_id, p.number as part_number,
  p.name as part_name, p.unit, m.store_id, o.name as store, t.name as other_store,
  m.quantity::float8, m.unit_cost::float8, round(m.quantity * m.unit_cost, 2)::float8 as value,
  m.balance::float8, m.reason, m.created_by, m.work_order_id, w.reference_number as work_order,
  m.purchase_order_id, b.reference_number as purchase_order, m.stock_take_id,
  k.reference_number as stock_take`;
const JOINS = sql`join parts p on p.id = m.part_id join part_stores o on o.id = m.store_id
  left join part_stores t on t.id = m.other_store_id
  left join work_orders w on w.id = m.work_order_id
  left join purchase_orders b on b.id = m.purchase_order_id
  left join part_stock_takes k on k.id = m.stock_take_id`;

/** A page of the movements, newest first unless sorted otherwise. */
export async function movementPage(
  trx: Transaction,
  viewer: Viewer,
  filter: MovementFilter,
  page: Page,
): Promise<CountedRows<MovementRow>> {
  const { partIds, storeIds, kind, workOrderId, purchaseOrderId, stockTakeId, start, end } = filter;
  const conditions = [
    ...isOneOfIds('m.part_id', partIds),
    ...isOneOfIds('m.store_id', storeIds),
    ...(kind === null ? [] : [sql`m.kind = ${kind}`]),
    ...(workOrderId === null ? [] : [sql`m.work_order_id = ${workOrderId}`]),
    ...(purchaseOrderId === null ? [] : [sql`m.purchase_order_id = ${purchaseOrderId}`]),
    ...(stockTakeId === null ? [] : [sql`m.stock_take_id = ${stockTakeId}`]),
    ...(start === null ? [] : [sql`m.created_at >= ${start}`]),
    ...(end === null ? [] : [sql`m.created_at < ${end}`]),
  ];
  const isNewestFirst = page.orderBy === null || page.descending;
  const to = isNewestFirst ? sql`desc` : sql`asc`;
  const { count, ids, isLimit } = await largePage(trx, page, {
    parts: [
      (tail, range) =>
        ofEachCustomer(
          viewer,
          'm.customer_id',
          (ofCustomer) => sql`select m.id, m.created_at from part_movements m
            where ${sql.join([ofCustomer, range, ...conditions], sql` and `)} ${tail}`,
        ),
    ],
    order: sql`created_at ${to}, id ${to}`,
    time: { name: 'created_at', type: 'timestamptz', isDescending: isNewestFirst },
  });
  const { rows } = await sql<MovementRow>`select ${COLUMNS}
    from unnest(${[...ids]}::bigint[]) with ordinality h (id, place)
    join part_movements m on m.id = h.id ${JOINS} order by h.place`.execute(trx);
  return { count, isLimit, rows };
}

/** A movement of a visible store; undefined if there is none. */
export async function visibleMovement(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<MovementRow | undefined> {
  const { rows } = await sql<MovementRow>`select ${COLUMNS} from part_movements m ${JOINS}
    where m.id = ${id} and ${storeIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** The parts of the viewer's customer that a search finds: a catalogue has thousands of parts, not millions. */
export async function partsFound(
  trx: Transaction,
  viewer: Viewer,
  search: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select p.id from parts p
    where ${ofCustomer(viewer, 'p.customer_id')}
      and p.search_text like upper(${containsPattern(search)})`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Whether a work order, purchase order or stock-take is of the viewer's customer. */
export async function sourceExists(
  trx: Transaction,
  viewer: Viewer,
  table: 'work_orders' | 'purchase_orders' | 'part_stock_takes',
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} w
    where w.id = ${id} and ${ofCustomer(viewer, 'w.customer_id')}`.execute(trx);
  return rows.length > 0;
}
