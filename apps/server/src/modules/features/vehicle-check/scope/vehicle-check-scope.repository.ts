import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { type CountedRows, countedPage, type Transaction } from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

type Sql = RawBuilder<unknown>;

/** Condition: a row `r` of a depot is visible, that is, its depot or its vehicle is. */
export function rowIsVisible(trx: Transaction, viewer: Viewer): Sql {
  return sql`(exists (select from depots g where g.id = r.depot_id and ${depotIsVisible(viewer)})
    or r.vehicle_id in (select id from (${visibleVehicles(trx, viewer)}) sight))`;
}

/** The depot of a row `r`, if it is visible to the viewer. */
export const visibleDepot = (viewer: Viewer): Sql =>
  sql`(select jsonb_build_object('id', g.id, 'name', g.name) from depots g
    where g.id = r.depot_id and ${depotIsVisible(viewer)})`;

/** The vehicle of a row, with the column names of the API. */
export interface VehicleColumns {
  readonly vehicle_id: number;
  readonly registration: string;
  readonly type: 'CAR' | 'VAN' | 'STR' | 'BIK';
}

/** Definition of a list: columns, source, conditions and sort. */
interface Listing {
  readonly columns: Sql;
  /** Left joins that neither a condition nor the sort uses cost nothing. */
  readonly from: Sql;
  /** Unique. */
  readonly key: Sql;
  readonly where: readonly Sql[];
  /** Sort expressions by field name of the contract. */
  readonly orders: Readonly<Record<string, Sql>>;
  /** Sort fields that can be null; rows without a value come last in both directions. */
  readonly sparse?: readonly string[];
  readonly own: Sql;
  /** Tie-breaker of every sort, so that no row appears on two pages. */
  readonly last: Sql;
}

/**
 * A page of a list, and its row count up to the limit. Reads keys first, by an index-only scan
 * where possible, and columns only for the rows of the page.
 */
export function pageOfRows<T>(
  trx: Transaction,
  { columns, from, key, where, orders, sparse = [], own, last }: Listing,
  page: Page,
): Promise<CountedRows<T>> {
  const { orderBy, descending, limit, offset } = page;
  const found = sql`from ${from} where ${sql.join([...where], sql` and `)}`;
  const by = orderBy !== null && Object.hasOwn(orders, orderBy) ? orders[orderBy] : undefined;
  // Add "nulls last" only where needed: it prevents a backward index scan.
  const down = sparse.some((name) => name === orderBy) ? sql`desc nulls last` : sql`desc`;
  const order = sql`${by === undefined ? own : sql`${by} ${descending ? down : sql`asc`}`}, ${last}`;
  const read = sql<T>`select ${columns} from ${from} where ${key} = any(array(
      select ${key} ${found} order by ${order} limit ${limit} offset ${offset}))
    order by ${order}`;
  return countedPage(trx, page, read, found);
}
