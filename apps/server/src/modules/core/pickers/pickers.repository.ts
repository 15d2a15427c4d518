import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  contains,
  countedPage,
  ofCustomer,
  type SearchedList,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import { depotIsVisible, visibleDrivers, visibleVehicles } from '../fleet/index.ts';

const DEPOTS: SearchedList = {
  found: 'depots_found',
  id: 'g.id',
  onTheWay: (pattern) => sql`g.name ilike ${pattern}`,
};
const REGIONS: SearchedList = {
  found: 'regions_found',
  id: 'r.id',
  onTheWay: (pattern) => sql`r.name ilike ${pattern}`,
};
const DRIVERS: SearchedList = {
  found: 'drivers_found',
  id: 'd.id',
  onTheWay: (pattern) => sql`d.first_name || ' ' || d.surname ilike ${pattern}`,
};

/** Reads a page and its total count in separate statements. */
function pageOfRows<Row>(
  trx: Transaction,
  page: Page,
  parts: Readonly<Record<'columns' | 'matching' | 'order', RawBuilder<unknown>>>,
): Promise<CountedRows<Row>> {
  const read = sql<Row>`select ${parts.columns} ${parts.matching} order by ${parts.order}
    limit ${page.limit} offset ${page.offset}`;
  return countedPage(trx, page, read, parts.matching);
}

const direction = ({ descending }: Page) => (descending ? sql`desc` : sql`asc`);

export interface DepotRow {
  id: number;
  name: string;
  permission: string | null;
  region_id: number | null;
  region_name: string | null;
}

/** Condition: neither archived nor hidden from lists and choosers (U-45). */
const isOffered = (row: 'g' | 'r') =>
  sql<boolean>`${sql.ref(`${row}.archived_at`)} is null
    and ${sql.ref(`${row}.permission`)} is distinct from 'admin'`;

/** A page of the visible depots by name. */
export async function depots(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<CountedRows<DepotRow>> {
  const to = direction(page);
  const isFound = await contains(trx, DEPOTS, page.search);
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
 * A page of regions by name with their visible depots. People who see every depot see all regions of
 * the customer; others those of a visible depot.
 */
export async function regions(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<CountedRows<RegionRow>> {
  const to = direction(page);
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`r.id in (select g.region_id from depots g
          where ${isOffered('g')} and ${depotIsVisible(viewer)})`;
  const isFound = await contains(trx, REGIONS, page.search);
  return pageOfRows<RegionRow>(trx, page, {
    columns: sql`r.id, r.name, r.permission, coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)
        order by lower(g.name), g.id)
      from depots g where g.region_id = r.id and ${isOffered('g')}
        and ${depotIsVisible(viewer)}), '[]') as depots`,
    matching: sql`from regions r where ${ofCustomer(viewer, 'r.customer_id')} and ${isOffered('r')} and ${scope}
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
  category_id: number | null;
  vehicle_id: number | null;
  user_id: number | null;
}

/** The repairers of a customer by name, without archived ones. */
export async function repairers(
  trx: Transaction,
  customerId: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from repairers where customer_id = ${customerId} and archived_at is null
    order by lower(name), id`.execute(trx);
  return rows;
}

/** The filter of drivers, besides the search. */
export interface DriverChoice {
  /** Only drivers without an account. */
  readonly isUnassigned: boolean;
  /** A driver who is always included. */
  readonly exceptId: number | null;
}

/** A page of the visible drivers by first name, or by surname, with vehicle and account. */
export async function drivers(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  { isUnassigned, exceptId }: DriverChoice,
): Promise<CountedRows<DriverRow>> {
  const to = direction(page);
  const order =
    page.orderBy === 'surname'
      ? sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id ${to}`
      : sql`lower(d.first_name) ${to}, lower(d.surname) ${to}, d.id ${to}`;
  const isFree = isUnassigned
    ? sql`not exists (select from users u
        where u.driver_id = d.id and u.driver_id <> ${exceptId ?? 0})`
    : sql`true`;
  const isFound = await contains(trx, DRIVERS, page.search);
  return pageOfRows<DriverRow>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname, d.email, d.phone, d.tag_number, d.customer_id,
      d.category_id,
      (select min(v.id) from (${visibleVehicles(trx, viewer)}) v where v.driver_id = d.id) as vehicle_id,
      (select min(u.id) from users u where u.driver_id = d.id) as user_id`,
    matching: sql`from drivers d where d.archived_at is null
      and ${await visibleDrivers(trx, viewer)} and ${isFree}
      and ${isFound}`,
    order,
  });
}
