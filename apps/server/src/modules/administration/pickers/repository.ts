import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible, driverIsVisible, visibleVehicles } from '../../fleet/index.ts';

/** A page of rows, with the count of all pages. */
interface Rows<Row> {
  readonly count: number;
  readonly rows: Row[];
}

/**
 * Reads a page and counts apart from it: the page walks an index in its order and stops when it is
 * full, which it could not do if each of its rows carried the count of all.
 */
async function pageOfRows<Row>(
  trx: Transaction,
  page: Page,
  {
    columns,
    matching,
    order,
  }: Readonly<Record<'columns' | 'matching' | 'order', RawBuilder<unknown>>>,
): Promise<Rows<Row>> {
  const { rows } = await sql<Row>`select ${columns} ${matching} order by ${order}
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const isWhole = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
  if (isWhole) return { count: page.offset + rows.length, rows };
  const all = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(trx);
  return { count: all.rows[0]?.count ?? 0, rows };
}

/** True for every row where nothing is searched for. */
function contains(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  return search === ''
    ? sql<boolean>`true`
    : sql<boolean>`${text} ilike ${containsPattern(search)}`;
}

const direction = ({ descending }: Page) => (descending ? sql`desc` : sql`asc`);

export interface DepotRow {
  id: number;
  name: string;
  region_id: number | null;
  region_name: string | null;
  vehicle_count: number;
}

/** A page of the visible depots by name, each with how many of its vehicles are in sight. */
export function depots(trx: Transaction, viewer: Viewer, page: Page): Promise<Rows<DepotRow>> {
  const to = direction(page);
  return pageOfRows<DepotRow>(trx, page, {
    columns: sql`g.id, g.name, g.region_id,
      (select r.name from regions r where r.id = g.region_id) as region_name,
      (select count(*)::int from vehicle_depots i where i.depot_id = g.id and i.vehicle_id in
        (${visibleVehicles(trx, viewer).clearSelect().select('v.id')})) as vehicle_count`,
    matching: sql`from depots g where ${depotIsVisible(viewer)}
      and ${contains(sql`g.name`, page.search)}`,
    order: sql`lower(g.name) ${to}, g.id ${to}`,
  });
}

export interface RegionRow {
  id: number;
  name: string;
  depots: { id: number; name: string }[];
}

/**
 * A page of regions by name with their visible depots: all of the customer where every depot is the
 * viewer's, else those of a visible depot.
 */
export function regions(trx: Transaction, viewer: Viewer, page: Page): Promise<Rows<RegionRow>> {
  const to = direction(page);
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`r.customer_id = ${viewer.customerId ?? 0}`;
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`exists (select from depots g where g.region_id = r.id and ${depotIsVisible(viewer)})`;
  return pageOfRows<RegionRow>(trx, page, {
    columns: sql`r.id, r.name, coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)
        order by lower(g.name), g.id)
      from depots g where g.region_id = r.id and ${depotIsVisible(viewer)}), '[]') as depots`,
    matching: sql`from regions r where ${customer} and ${scope}
      and ${contains(sql`r.name`, page.search)}`,
    order: sql`lower(r.name) ${to}, r.id ${to}`,
  });
}

export interface DriverRow {
  id: number;
  first_name: string;
  surname: string;
  email: string | null;
  phone: string | null;
  tag_number: string | null;
  customer_id: number;
  vehicle_id: number | null;
  user_id: number | null;
}

/** Which drivers are asked for, besides what is searched. */
export interface DriverChoice {
  /** Only those without an account. */
  readonly isUnassigned: boolean;
  /** One who is listed all the same. */
  readonly exceptId: number | null;
}

/** A page of the visible drivers by first name, or by surname, with vehicle and account. */
export function drivers(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  { isUnassigned, exceptId }: DriverChoice,
): Promise<Rows<DriverRow>> {
  const to = direction(page);
  const order =
    page.orderBy === 'surname'
      ? sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id ${to}`
      : sql`lower(d.first_name) ${to}, lower(d.surname) ${to}, d.id ${to}`;
  const isFree = isUnassigned
    ? sql`(d.id = ${exceptId ?? 0} or not exists (select from users u where u.driver_id = d.id))`
    : sql`true`;
  return pageOfRows<DriverRow>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname, d.email, d.phone, d.tag_number, d.customer_id,
      (select min(v.id) from (${visibleVehicles(trx, viewer)}) v where v.driver_id = d.id) as vehicle_id,
      (select min(u.id) from users u where u.driver_id = d.id) as user_id`,
    matching: sql`from drivers d where ${driverIsVisible(trx, viewer)} and ${isFree}
      and ${contains(sql`d.first_name || ' ' || d.surname`, page.search)}`,
    order,
  });
}
