import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible, driverIsVisible, visibleVehicles } from '../../fleet/index.ts';

/** Nobody pages through more: beyond, a count stays here. */
export const COUNT_LIMIT = 10_000;

/** The index of texts knows groups of three letters. */
const INDEXED_LENGTH = 3;

/** A page of rows, with the count of all pages. */
interface Rows<Row> {
  /** At most {@link COUNT_LIMIT}. */
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
  const all = await sql<{ count: number }>`select count(*)::int as count
    from (select ${matching} limit ${COUNT_LIMIT}) counted`.execute(trx);
  return { count: all.rows[0]?.count ?? 0, rows };
}

/**
 * Condition: the row's text contains what is searched. What finds few rows is looked up in an index;
 * what finds many is met soon enough on the way through the order.
 */
async function contains(
  trx: Transaction,
  of: { readonly table: 'depots' | 'regions' | 'drivers'; readonly row: 'g' | 'r' | 'd' },
  text: RawBuilder<unknown>,
  search: string,
): Promise<RawBuilder<boolean>> {
  if (search === '') return sql<boolean>`true`;
  const pattern = containsPattern(search);
  const onTheWay = sql<boolean>`${text} ilike ${pattern}`;
  if (search.length < INDEXED_LENGTH) return onTheWay;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.id(`${of.table}_found`)}(${pattern}, ${COUNT_LIMIT + 1}) as id`.execute(
    trx,
  );
  if (rows.length > COUNT_LIMIT) return onTheWay;
  const ids = rows.map(({ id }) => id);
  return sql<boolean>`${sql.ref(`${of.row}.id`)} = any(${ids}::int[])`;
}

const direction = ({ descending }: Page) => (descending ? sql`desc` : sql`asc`);

export interface DepotRow {
  id: number;
  name: string;
  permission: string | null;
  region_id: number | null;
  region_name: string | null;
}

/** Condition: neither archived nor kept from lists and pickers (U-45). */
const isOffered = (row: 'g' | 'r') =>
  sql<boolean>`${sql.ref(`${row}.archived_at`)} is null
    and ${sql.ref(`${row}.permission`)} is distinct from 'admin'`;

/** A page of the visible depots by name. */
export async function depots(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<Rows<DepotRow>> {
  const to = direction(page);
  const isFound = await contains(trx, { table: 'depots', row: 'g' }, sql`g.name`, page.search);
  return pageOfRows<DepotRow>(trx, page, {
    columns: sql`g.id, g.name, g.permission, g.region_id,
      (select r.name from regions r where r.id = g.region_id) as region_name`,
    matching: sql`from depots g where ${depotIsVisible(viewer)} and ${isOffered('g')}
      and ${isFound}`,
    order: sql`lower(g.name) ${to}, g.id ${to}`,
  });
}

export interface RegionRow {
  id: number;
  name: string;
  permission: string | null;
  depots: { id: number; name: string }[];
}

/**
 * A page of regions by name with their visible depots: all of the customer where every depot is the
 * viewer's, else those of a visible depot.
 */
export async function regions(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<Rows<RegionRow>> {
  const to = direction(page);
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`r.customer_id = ${viewer.customerId ?? 0}`;
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`r.id in (select g.region_id from depots g
          where ${isOffered('g')} and ${depotIsVisible(viewer)})`;
  const isFound = await contains(trx, { table: 'regions', row: 'r' }, sql`r.name`, page.search);
  return pageOfRows<RegionRow>(trx, page, {
    columns: sql`r.id, r.name, r.permission, coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)
        order by lower(g.name), g.id)
      from depots g where g.region_id = r.id and ${isOffered('g')}
        and ${depotIsVisible(viewer)}), '[]') as depots`,
    matching: sql`from regions r where ${customer} and ${isOffered('r')} and ${scope}
      and ${isFound}`,
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

/** The repairers of a customer by name, without those that are archived. */
export async function repairers(
  trx: Transaction,
  customerId: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from repairers where customer_id = ${customerId} and archived_at is null
    order by lower(name), id`.execute(trx);
  return rows;
}

/** Which drivers are asked for, besides what is searched. */
export interface DriverChoice {
  /** Only those without an account. */
  readonly isUnassigned: boolean;
  /** One who is listed all the same. */
  readonly exceptId: number | null;
}

/** A page of the visible drivers by first name, or by surname, with vehicle and account. */
export async function drivers(
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
    ? sql`not exists (select from users u
        where u.driver_id = d.id and u.driver_id <> ${exceptId ?? 0})`
    : sql`true`;
  const name = sql`d.first_name || ' ' || d.surname`;
  const isFound = await contains(trx, { table: 'drivers', row: 'd' }, name, page.search);
  return pageOfRows<DriverRow>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname, d.email, d.phone, d.tag_number, d.customer_id,
      (select min(v.id) from (${visibleVehicles(trx, viewer)}) v where v.driver_id = d.id) as vehicle_id,
      (select min(u.id) from users u where u.driver_id = d.id) as user_id`,
    matching: sql`from drivers d where d.archived_at is null
      and ${driverIsVisible(trx, viewer)} and ${isFree}
      and ${isFound}`,
    order,
  });
}
