import type { PartCategory, PartUnit } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { storeIsVisible } from '../stores/parts-stores.repository.ts';

/** A part of the catalogue, with its stock in the visible stores. */
export interface PartRow {
  readonly id: number;
  readonly customer_id: number;
  readonly number: string;
  readonly name: string;
  readonly category: PartCategory;
  readonly unit: PartUnit;
  readonly barcode: string;
  readonly reorder_level: number | null;
  readonly reorder_quantity: number | null;
  readonly warranty_months: number | null;
  readonly note: string;
  readonly quantity: number;
  readonly value: number;
  readonly is_short: boolean;
  /** The preferred one, with its number and price. */
  readonly supplier: string | null;
  readonly supplier_number: string | null;
  readonly price: number | null;
  readonly is_archived: boolean;
  readonly version: number;
}

export interface PartFilter {
  readonly archived: boolean;
  readonly category?: PartCategory | undefined;
  readonly supplier?: number | undefined;
  readonly store?: number | undefined;
  readonly short?: 'true' | undefined;
}

/** Stores that count: those that are visible and in use. */
const stores = (viewer: Viewer) =>
  sql`select o.id from part_stores o where o.archived_at is null and ${storeIsVisible(viewer)}`;

/** Condition: a store that counts has less than its minimum, or all stores less than the reorder level. */
const isShort = (viewer: Viewer) => sql<boolean>`(
  exists (select from part_stock s where s.part_id = p.id and s.quantity < s.minimum
    and s.store_id in (${stores(viewer)}))
  or coalesce((select coalesce(sum(s.quantity), 0) from part_stock s where s.part_id = p.id)
    < p.reorder_level, false))`;

const columns = (viewer: Viewer) => sql`p.id, p.customer_id, p.number, p.name, p.category, p.unit,
  p.barcode, p.reorder_level::float8, p.reorder_quantity::float8, p.warranty_months, p.note,
  p.version, p.archived_at is not null as is_archived, k.quantity, k.value,
  ${isShort(viewer)} as is_short, f.supplier, f.supplier_number, f.price`;

const joined = (viewer: Viewer) => sql`from parts p
  cross join lateral (select coalesce(sum(s.quantity), 0)::float8 as quantity,
      coalesce(round(sum(s.quantity * s.average_cost), 2), 0)::float8 as value
    from part_stock s where s.part_id = p.id and s.store_id in (${stores(viewer)})) k
  left join lateral (select c.name as supplier, i.number as supplier_number, i.price::float8
    from part_offers i join part_suppliers c on c.id = i.supplier_id
    where i.part_id = p.id order by i.place limit 1) f on true`;

function conditionsOf(viewer: Viewer, filter: PartFilter, search: string) {
  const { archived, category, supplier, store, short } = filter;
  return sql.join(
    [
      ofCustomer(viewer, 'p.customer_id'),
      sql`(p.archived_at is not null) = ${archived}`,
      ...(category === undefined ? [] : [sql`p.category = ${category}`]),
      ...(supplier === undefined
        ? []
        : [sql`p.id in (select i.part_id from part_offers i where i.supplier_id = ${supplier})`]),
      ...(store === undefined
        ? []
        : [
            sql`p.id in (select s.part_id from part_stock s where s.store_id = ${store}
              and s.quantity > 0)`,
          ]),
      ...(short === undefined ? [] : [isShort(viewer)]),
      ...(search === '' ? [] : [sql`p.search_text like upper(${containsPattern(search)})`]),
    ],
    sql` and `,
  );
}

/** A page of the parts, by number unless sorted otherwise. */
export async function partPage(trx: Transaction, viewer: Viewer, filter: PartFilter, page: Page) {
  const to = page.descending ? sql`desc` : sql`asc`;
  const key = page.orderBy === 'name' ? sql`lower(p.name)` : sql`lower(p.number)`;
  const matching = conditionsOf(viewer, filter, page.search);
  // The stock is added up for the rows of the page only.
  const { count, rows } = await exactPage<{ id: number }>(trx, page, {
    columns: sql`p.id`,
    matching: sql`from parts p where ${matching}`,
    order: sql`${key} ${to}, p.id ${to}`,
  });
  const found = await sql<PartRow>`select ${columns(viewer)} ${joined(viewer)}
    where p.id = any(${rows.map(({ id }) => id)}::int[]) order by ${key} ${to}, p.id ${to}`.execute(
    trx,
  );
  return { count, rows: found.rows };
}

/** The parts with these ids, archived ones included. */
export async function visibleParts(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly PartRow[]> {
  const { rows } = await sql<PartRow>`select ${columns(viewer)} ${joined(viewer)}
    where p.id = any(${[...ids]}::int[]) and ${ofCustomer(viewer, 'p.customer_id')}
    order by p.id`.execute(trx);
  return rows;
}

/** The parts of a customer with these numbers, archived ones included, for imports. */
export async function partsNumbered(
  trx: Transaction,
  viewer: Viewer,
  numbers: readonly string[],
): Promise<readonly PartRow[]> {
  const { rows } = await sql<PartRow>`select ${columns(viewer)} ${joined(viewer)}
    where lower(p.number) = any(${numbers.map((one) => one.toLowerCase())}::text[])
      and ${ofCustomer(viewer, 'p.customer_id')} order by p.id`.execute(trx);
  return rows;
}

/** The stock of a part in a store; zero where it was never stored. */
export interface StockRow {
  readonly store_id: number;
  readonly store: string;
  readonly depot: string;
  readonly quantity: number;
  readonly average_cost: number;
  readonly minimum: number | null;
  readonly bin: string;
}

/** The stock of a part in each visible store that is in use. */
export async function stockOf(
  trx: Transaction,
  viewer: Viewer,
  part: Pick<PartRow, 'id' | 'customer_id'>,
): Promise<readonly StockRow[]> {
  const { rows } = await sql<StockRow>`select o.id as store_id, o.name as store, g.name as depot,
      coalesce(s.quantity, 0)::float8 as quantity, coalesce(s.average_cost, 0)::float8 as average_cost,
      s.minimum::float8, coalesce(s.bin, '') as bin
    from part_stores o join depots g on g.id = o.depot_id
    left join part_stock s on s.store_id = o.id and s.part_id = ${part.id}
    where o.customer_id = ${part.customer_id} and o.archived_at is null
      and ${storeIsVisible(viewer)} order by lower(o.name), o.id`.execute(trx);
  return rows;
}

/** What a person enters. */
export type PartValues = Pick<
  PartRow,
  | 'number'
  | 'name'
  | 'category'
  | 'unit'
  | 'barcode'
  | 'reorder_level'
  | 'reorder_quantity'
  | 'warranty_months'
  | 'note'
>;

export const text = (value: number | null) => (value === null ? null : String(value));

const stored = ({ reorder_level, reorder_quantity, ...values }: PartValues) => ({
  ...values,
  reorder_level: text(reorder_level),
  reorder_quantity: text(reorder_quantity),
});

export async function insertPart(
  trx: Transaction,
  customerId: number,
  values: PartValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('parts')
    .values({ customer_id: customerId, ...stored(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a part. Returns false if somebody else has changed it since this version. */
export async function updatePart(
  trx: Transaction,
  id: number,
  version: number,
  values: PartValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('parts')
    .set({ ...stored(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether one of these parts is in stock anywhere. */
export async function isInStock(trx: Transaction, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from part_stock
    where part_id = any(${[...ids]}::int[]) and quantity > 0 limit 1`.execute(trx);
  return rows.length > 0;
}

export async function writePartsArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('parts')
    .set({ archived_at: isArchived ? new Date() : null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Sets the minimum and the bin of a part in a store. */
export async function storePlace(
  trx: Transaction,
  of: { readonly partId: number; readonly storeId: number; readonly customerId: number },
  { minimum, bin }: Pick<StockRow, 'minimum' | 'bin'>,
): Promise<void> {
  const place = { minimum: text(minimum), bin };
  await trx
    .insertInto('part_stock')
    .values({
      part_id: of.partId,
      store_id: of.storeId,
      customer_id: of.customerId,
      ...place,
    })
    .onConflict((on) => on.columns(['part_id', 'store_id']).doUpdateSet(place))
    .execute();
}

/** Counts of the parts in use, and the value of the visible stores. */
interface PartFigures {
  readonly parts: number;
  readonly short: number;
  readonly value: number;
}

/** Counts the parts and those under a minimum, and values the visible stores. */
export async function partFigures(trx: Transaction, viewer: Viewer): Promise<PartFigures> {
  const { rows } = await sql<PartFigures>`select
    (select count(*)::int from parts p where ${ofCustomer(viewer, 'p.customer_id')}
      and p.archived_at is null) as parts,
    (select count(*)::int from parts p where ${ofCustomer(viewer, 'p.customer_id')}
      and p.archived_at is null and ${isShort(viewer)}) as short,
    (select coalesce(round(sum(s.quantity * s.average_cost), 2), 0)::float8 from part_stock s
      where s.store_id in (${stores(viewer)})) as value`.execute(trx);
  return rows[0] ?? { parts: 0, short: 0, value: 0 };
}
