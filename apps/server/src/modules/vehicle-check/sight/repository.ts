import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../fleet/index.ts';

type Sql = RawBuilder<unknown>;

/** Condition: a row `r` of a depot is in sight, which it is with its depot or with its vehicle. */
export function rowInSight(trx: Transaction, viewer: Viewer): Sql {
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
  readonly from: Sql;
  readonly where: readonly Sql[];
  /** By the name of the contract; the list's own order where none is asked for. */
  readonly orders: Readonly<Record<string, Sql>>;
  readonly own: Sql;
  /** Ends every order, so that no row stands on two pages. */
  readonly last: Sql;
}

/** A page of a list, and how many rows it has. */
export async function pageOfRows<T>(
  trx: Transaction,
  { columns, from, where, orders, own, last }: Listing,
  { orderBy, descending, limit, offset }: Page,
): Promise<{ count: number; rows: T[] }> {
  const found = sql`from ${from} where ${sql.join([...where], sql` and `)}`;
  const by = orderBy !== null && Object.hasOwn(orders, orderBy) ? orders[orderBy] : undefined;
  const order = by === undefined ? own : sql`${by} ${descending ? sql`desc` : sql`asc`} nulls last`;
  const { rows } = await sql<T>`select ${columns} ${found} order by ${order}, ${last}
    limit ${limit} offset ${offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
