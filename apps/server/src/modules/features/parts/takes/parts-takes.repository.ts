import type { PartUnit, StockTakeState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { storeIsVisible } from '../stores/parts-stores.repository.ts';

/** A stock-take of a store. */
export interface TakeRow {
  readonly id: number;
  readonly customer_id: number;
  readonly reference_number: string;
  readonly store_id: number;
  readonly store: string;
  readonly state: StockTakeState;
  readonly created_at: Date;
  readonly created_by: string;
  readonly posted_at: Date | null;
  readonly posted_by: string | null;
  readonly parts: number;
  readonly differences: number;
}

const COLUMNS = sql`k.id, k.customer_id, k.reference_number, k.store_id, o.name as store, k.state,
  k.created_at, k.created_by, k.posted_at, k.posted_by,
  (select count(*)::int from part_stock_take_lines l where l.stock_take_id = k.id) as parts,
  (select count(*)::int from part_stock_take_lines l where l.stock_take_id = k.id
    and l.counted <> l.expected) as differences`;
const FROM = sql`from part_stock_takes k join part_stores o on o.id = k.store_id`;

/** A page of the stock-takes of visible stores, newest first unless sorted otherwise. */
export function takePage(
  trx: Transaction,
  viewer: Viewer,
  {
    state,
    store,
  }: { readonly state?: StockTakeState | undefined; readonly store?: number | undefined },
  page: Page,
) {
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const ofState = state === undefined ? sql`true` : sql`k.state = ${state}`;
  const ofStore = store === undefined ? sql`true` : sql`k.store_id = ${store}`;
  return exactPage<TakeRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`${FROM} where ${storeIsVisible(viewer)} and ${ofState} and ${ofStore}
      and (k.reference_number ilike ${containsPattern(page.search)}
        or o.name ilike ${containsPattern(page.search)})`,
    order: sql`k.created_at ${to}, k.id ${to}`,
  });
}

/** A stock-take of a visible store; undefined if there is none. */
export async function visibleTake(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<TakeRow | undefined> {
  const { rows } = await sql<TakeRow>`select ${COLUMNS} ${FROM}
    where k.id = ${id} and ${storeIsVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** Locks a stock-take until the end of the transaction, so that it is posted once. */
export async function lockTake(trx: Transaction, id: number): Promise<void> {
  await sql`select from part_stock_takes where id = ${id} for update`.execute(trx);
}

/** The open stock-take of a store, whose row is locked so that there is at most one. */
export async function openTakeOf(trx: Transaction, storeId: number): Promise<number | null> {
  await sql`select from part_stores where id = ${storeId} for update`.execute(trx);
  const { rows } = await sql<{ id: number }>`select id from part_stock_takes
    where store_id = ${storeId} and state = 'open' order by id limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Begins a stock-take; its number is its id. */
export async function insertTake(
  trx: Transaction,
  of: { readonly customerId: number; readonly storeId: number; readonly createdBy: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('part_stock_takes')
    .values({ customer_id: of.customerId, store_id: of.storeId, created_by: of.createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('part_stock_takes')
    .set({ reference_number: `ST-${String(id).padStart(6, '0')}` })
    .where('id', '=', id)
    .execute();
  return id;
}

export interface CountRow {
  readonly part_id: number;
  readonly part_number: string;
  readonly part_name: string;
  readonly unit: PartUnit;
  readonly expected: number;
  readonly counted: number;
  readonly difference: number;
  readonly value: number;
  readonly counted_at: Date;
  readonly counted_by: string;
}

/** The counts of a stock-take, the newest first. */
export async function countsOf(trx: Transaction, takeId: number): Promise<readonly CountRow[]> {
  const { rows } =
    await sql<CountRow>`select l.part_id, p.number as part_number, p.name as part_name,
      p.unit, l.expected::float8, l.counted::float8, (l.counted - l.expected)::float8 as difference,
      round((l.counted - l.expected) * coalesce(s.average_cost, 0), 2)::float8 as value,
      l.counted_at, l.counted_by
    from part_stock_take_lines l join part_stock_takes k on k.id = l.stock_take_id
    join parts p on p.id = l.part_id
    left join part_stock s on s.part_id = l.part_id and s.store_id = k.store_id
    where l.stock_take_id = ${takeId} order by l.counted_at desc, l.part_id`.execute(trx);
  return rows;
}

/** Stores the count of a part against its stock now, whose row the caller has locked. */
export async function storeCount(
  trx: Transaction,
  take: Pick<TakeRow, 'id' | 'customer_id'>,
  count: {
    readonly partId: number;
    readonly expected: number;
    readonly counted: number;
    readonly by: string;
  },
): Promise<void> {
  const values = {
    expected: String(count.expected),
    counted: String(count.counted),
    counted_at: new Date(),
    counted_by: count.by,
  };
  await trx
    .insertInto('part_stock_take_lines')
    .values({
      stock_take_id: take.id,
      part_id: count.partId,
      customer_id: take.customer_id,
      ...values,
    })
    .onConflict((on) => on.columns(['stock_take_id', 'part_id']).doUpdateSet(values))
    .execute();
}

export async function deleteCount(trx: Transaction, takeId: number, partId: number): Promise<void> {
  await trx
    .deleteFrom('part_stock_take_lines')
    .where('stock_take_id', '=', takeId)
    .where('part_id', '=', partId)
    .execute();
}

/** Ends a stock-take. */
export async function endTake(
  trx: Transaction,
  id: number,
  state: 'posted' | 'cancelled',
  by: string,
): Promise<void> {
  await trx
    .updateTable('part_stock_takes')
    .set({ state, ...(state === 'posted' ? { posted_at: new Date(), posted_by: by } : {}) })
    .where('id', '=', id)
    .execute();
}

/** A part in use by its barcode or number, in this sequence. */
export async function partOfCode(trx: Transaction, viewer: Viewer, code: string) {
  const { rows } = await sql<{ id: number; number: string; name: string; unit: PartUnit }>`
    select p.id, p.number, p.name, p.unit from parts p
    where ${ofCustomer(viewer, 'p.customer_id')} and p.archived_at is null
      and (p.barcode = ${code} or lower(p.number) = lower(${code}))
    order by p.barcode = ${code} desc, p.id limit 1`.execute(trx);
  return rows[0];
}
