import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { type CountedRows, countedPage, type Transaction } from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

type Sql = RawBuilder<unknown>;

/** Condition: a row `r` of a depot is in sight, which it is with its depot or with its vehicle. */
export function rowIsVisible(trx: Transaction, viewer: Viewer): Sql {
  return sql`(exists (select from depots g where g.id = r.depot_id and ${depotIsVisible(viewer)})
    or r.vehicle_id in (select id from (${visibleVehicles(trx, viewer)}) sight))`;
}

/** The depot of a row `r` as the viewer may know of it. */
export const visibleDepot = (viewer: Viewer): Sql =>
  sql`(select jsonb_build_object('id', g.id, 'name', g.name) from depots g
    where g.id = r.depot_id and ${depotIsVisible(viewer)})`;

/** The vehicle of a row, as the interface names it. */
export interface VehicleColumns {
  readonly vehicle_id: number;
  readonly registration: string;
  readonly type: 'CAR' | 'VAN' | 'STR' | 'BIK';
}

/** How a list is read: what of, under which conditions, and in which order. */
interface Listing {
  readonly columns: Sql;
  /** What is left-joined costs nothing where neither a condition nor the order asks for it. */
  readonly from: Sql;
  /** Unique. */
  readonly key: Sql;
  readonly where: readonly Sql[];
  /** By the name of the contract; the list's own order where none is asked for. */
  readonly orders: Readonly<Record<string, Sql>>;
  /** Orders by what not every row has; rows without it stand last either way. */
  readonly sparse?: readonly string[];
  readonly own: Sql;
  /** Ends every order, so that no row stands on two pages. */
  readonly last: Sql;
}

/**
 * A page of a list, and how many rows it has; the count ends at its limit. Keys are sought first, which an
 * index can answer alone; columns are looked up for the rows of the page.
 */
export function pageOfRows<T>(
  trx: Transaction,
  { columns, from, key, where, orders, sparse = [], own, last }: Listing,
  page: Page,
): Promise<CountedRows<T>> {
  const { orderBy, descending, limit, offset } = page;
  const found = sql`from ${from} where ${sql.join([...where], sql` and `)}`;
  const by = orderBy !== null && Object.hasOwn(orders, orderBy) ? orders[orderBy] : undefined;
  // "nulls last" only where it says something: an index could not be read backwards for it.
  const down = sparse.some((name) => name === orderBy) ? sql`desc nulls last` : sql`desc`;
  const order = sql`${by === undefined ? own : sql`${by} ${descending ? down : sql`asc`}`}, ${last}`;
  const read = sql<T>`select ${columns} from ${from} where ${key} = any(array(
      select ${key} ${found} order by ${order} limit ${limit} offset ${offset}))
    order by ${order}`;
  return countedPage(trx, page, read, found);
}
