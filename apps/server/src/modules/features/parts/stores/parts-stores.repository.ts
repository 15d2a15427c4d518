import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  depotInScope,
  exactPage,
  ofCustomer,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

/** A place where parts are stored. */
export interface StoreRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly depot_id: number;
  readonly depot: string;
  readonly parts: number;
  readonly value: number;
  readonly is_archived: boolean;
  readonly version: number;
}

/** Condition: the store `o` is of the viewer's customer, at a depot in scope. */
export const storeIsVisible = (viewer: Viewer) =>
  sql<boolean>`${ofCustomer(viewer, 'o.customer_id')} and ${depotInScope(viewer, 'o.depot_id')}`;

const COLUMNS = sql`o.id, o.customer_id, o.name, o.depot_id, g.name as depot, o.version,
  o.archived_at is not null as is_archived,
  (select count(*)::int from part_stock s where s.store_id = o.id and s.quantity > 0) as parts,
  (select coalesce(round(sum(s.quantity * s.average_cost), 2), 0)::float8 from part_stock s
    where s.store_id = o.id) as value`;
const FROM = sql`from part_stores o join depots g on g.id = o.depot_id`;

/** A page of the visible stores, by name. */
export function storePage(trx: Transaction, viewer: Viewer, page: Page, isArchived: boolean) {
  const to = page.descending ? sql`desc` : sql`asc`;
  return exactPage<StoreRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`${FROM} where ${storeIsVisible(viewer)}
      and (o.archived_at is not null) = ${isArchived}
      and (o.name ilike ${containsPattern(page.search)} or g.name ilike ${containsPattern(page.search)})`,
    order: sql`lower(o.name) ${to}, o.id`,
  });
}

/** The visible stores with these ids, archived ones included. */
export async function visibleStores(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly StoreRow[]> {
  const { rows } = await sql<StoreRow>`select ${COLUMNS} ${FROM}
    where o.id = any(${[...ids]}::int[]) and ${storeIsVisible(viewer)} order by o.id`.execute(trx);
  return rows;
}

/** The ids of the visible stores, of one depot or of all. */
export async function visibleStoreIds(
  trx: Transaction,
  viewer: Viewer,
  depotId: number | undefined,
): Promise<readonly number[]> {
  const ofDepot = depotId === undefined ? sql`true` : sql`o.depot_id = ${depotId}`;
  const { rows } = await sql<{ id: number }>`select o.id from part_stores o
    where ${storeIsVisible(viewer)} and ${ofDepot} order by o.id`.execute(trx);
  return rows.map(({ id }) => id);
}

interface StoreValues {
  readonly name: string;
  readonly depot_id: number;
}

export async function insertStore(
  trx: Transaction,
  customerId: number,
  values: StoreValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('part_stores')
    .values({ customer_id: customerId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a store. Returns false if somebody else has changed it since this version. */
export async function updateStore(
  trx: Transaction,
  id: number,
  version: number,
  values: StoreValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('part_stores')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function writeStoresArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('part_stores')
    .set({ archived_at: isArchived ? new Date() : null })
    .where('id', 'in', [...ids])
    .execute();
}
