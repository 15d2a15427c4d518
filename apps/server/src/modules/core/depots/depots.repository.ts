import { must } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  contains,
  countedPage,
  depotIsAssigned,
  ofCustomer,
  type SearchedList,
  type Transaction,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { type AddressRow, type AddressValues, writtenAddress } from '../addresses/index.ts';
import { visibleVehicles } from '../fleet/index.ts';

export interface PlaceRow {
  readonly id: number;
  readonly name: string;
}

/** A depot or region as lists show it. */
export interface GroupRow extends PlaceRow {
  readonly is_region: boolean;
  readonly permission: string | null;
  readonly customer: number;
  readonly customer_name: string;
  readonly region: PlaceRow | null;
  readonly vehicle_count: number;
  readonly vehicle_groups: PlaceRow[];
  readonly archived: boolean;
}

/** Filter of a list of depots or regions. */
export interface GroupFilter {
  readonly isRegion: boolean;
  readonly isArchived: boolean;
  /** Only depots of this region; null for all. */
  readonly regionId: number | null;
}

/** The table of depots or regions. */
export const groupTable = (isRegion: boolean) => sql.table(isRegion ? 'regions' : 'depots');

/**
 * Condition: an administrator manages the depot or region `g`: it is of their own customer, and if
 * depots are assigned to them, one of those or the region of one (U-P03). Rows with the permission
 * admin are never shown (U-45).
 */
export function isKept(viewer: Viewer, isRegion: boolean) {
  const shown = sql`${ofCustomer(viewer, 'g.customer_id')} and g.permission is distinct from 'admin'`;
  if (viewer.depotScope === 'all') return shown;
  return isRegion
    ? sql`${shown} and exists (select from depots o
        where o.region_id = g.id and ${depotIsAssigned(viewer, 'o.id')})`
    : sql`${shown} and ${depotIsAssigned(viewer, 'g.id')}`;
}

const VEHICLES_OF_DEPOT = sql`(select count(*) from vehicle_depots w
  join vehicles v on v.id = w.vehicle_id and v.is_active where w.depot_id = g.id)::int`;
const VEHICLES_OF_REGION = sql`(select count(distinct v.id) from depots o
  join vehicle_depots w on w.depot_id = o.id join vehicles v on v.id = w.vehicle_id and v.is_active
  where o.region_id = g.id and o.archived_at is null)::int`;
const DEPOTS_OF_REGION = sql`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
    order by lower(o.name), o.id)
  from depots o where o.region_id = g.id and o.archived_at is null), '[]')`;

const columns = (
  isRegion: boolean,
) => sql`g.id, g.name, ${isRegion}::boolean as is_region, g.permission,
  g.customer_id as customer, c.name as customer_name, g.archived_at is not null as archived,
  ${
    isRegion
      ? sql`null as region, ${VEHICLES_OF_REGION} as vehicle_count, ${DEPOTS_OF_REGION} as vehicle_groups`
      : sql`case when r.id is null then null
          else jsonb_build_object('id', r.id, 'name', r.name) end as region,
        ${VEHICLES_OF_DEPOT} as vehicle_count, '[]'::jsonb as vehicle_groups`
  }`;

/** The joined columns of a depot or region `g`. */
const joins = (isRegion: boolean) => sql`join customers c on c.id = g.customer_id
  ${isRegion ? sql`` : sql`left join regions r on r.id = g.region_id`}`;
const source = (isRegion: boolean) => sql`from ${groupTable(isRegion)} g ${joins(isRegion)}`;

function orderOf({ orderBy, descending }: Page, isRegion: boolean) {
  const to = descending ? sql`desc` : sql`asc`;
  const byName = sql`lower(g.name) ${to}, g.id ${to}`;
  if (orderBy === 'region' && !isRegion) return sql`lower(r.name) ${to} nulls last, ${byName}`;
  return orderBy === 'vehicle_count' ? sql`vehicle_count ${to}, lower(g.name), g.id` : byName;
}

/** The search conditions of the choosers, without archived rows. */
const searchedList = (isRegion: boolean): SearchedList => ({
  found: isRegion ? 'regions_found' : 'depots_found',
  id: 'g.id',
  onTheWay: (pattern) => sql`g.name ilike ${pattern}`,
});

/** A page of the depots or regions that an administrator manages, with their count up to a limit. */
export async function groupPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  { isRegion, isArchived, regionId }: GroupFilter,
): Promise<CountedRows<GroupRow>> {
  const ofRegion = regionId === null || isRegion ? sql`` : sql`and g.region_id = ${regionId}`;
  const contained = isArchived
    ? sql`g.archived_at is not null and g.name ilike ${containsPattern(page.search)}`
    : sql`g.archived_at is null and ${await contains(trx, searchedList(isRegion), page.search)}`;
  const found = sql`where ${isKept(viewer, isRegion)} and ${contained} ${ofRegion}`;
  const order = orderOf(page, isRegion);
  const counts = isRegion ? VEHICLES_OF_REGION : VEHICLES_OF_DEPOT;
  // Vehicles are counted only for the depots of the page, unless the page is sorted by their count.
  const inner = page.orderBy === 'vehicle_count' ? sql`, ${counts} as vehicle_count` : sql``;
  const read = sql<GroupRow>`select ${columns(isRegion)}
    from (select g.id as on_page ${inner} ${source(isRegion)} ${found}
      order by ${order} limit ${page.limit} offset ${page.offset}) p
    join ${groupTable(isRegion)} g on g.id = p.on_page ${joins(isRegion)} order by ${order}`;
  return countedPage(trx, page, read, sql`from ${groupTable(isRegion)} g ${found}`);
}

/** A depot or region that the administrator manages, archived or not. */
export async function keptGroup(
  trx: Transaction,
  viewer: Viewer,
  isRegion: boolean,
  id: number,
): Promise<GroupRow | undefined> {
  const [row] = await keptGroups(trx, viewer, isRegion, [id]);
  return row;
}

/** The given depots or regions that the administrator manages, archived or not. */
export async function keptGroups(
  trx: Transaction,
  viewer: Viewer,
  isRegion: boolean,
  ids: readonly number[],
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`select ${columns(isRegion)} ${source(isRegion)}
    where g.id = any(${[...ids]}::int[]) and ${isKept(viewer, isRegion)}
    order by g.id`.execute(trx);
  return rows;
}

/** Locks these depots or regions until the transaction ends. */
export async function lockGroups(
  trx: Transaction,
  isRegion: boolean,
  ids: readonly number[],
): Promise<void> {
  await sql`select from ${groupTable(isRegion)} where id = any(${[...ids]}::int[]) order by id
    for update`.execute(trx);
}

/** The address of a depot; null if it has none. */
export async function addressOf(trx: Transaction, depotId: number): Promise<AddressRow | null> {
  const { rows } = await sql<AddressRow>`
    select a.id, a.display_name, a.address1, a.address2, a.city, a.county, a.postcode, a.country
    from addresses a join depots g on g.address_id = a.id where g.id = ${depotId}`.execute(trx);
  return rows[0] ?? null;
}

/** The schedule types of a depot, by name. */
export async function scheduleTypesOf(trx: Transaction, depotId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`select s.id, s.name from schedule_types s
    join depot_schedule_types d on d.schedule_type_id = s.id
    where d.depot_id = ${depotId} order by lower(s.name), s.id`.execute(trx);
  return rows;
}

/** Creates an empty depot or region. Returns its id. */
export async function insertGroup(
  trx: Transaction,
  isRegion: boolean,
  customerId: number,
  name: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into ${groupTable(isRegion)} (customer_id, name)
    values (${customerId}, ${name}) returning id`.execute(trx);
  return must(rows[0], 'depot.not_inserted').id;
}

/** Names a region and assigns exactly these depots to it. */
export async function writeRegion(
  trx: Transaction,
  id: number,
  name: string,
  depotIds: readonly number[],
): Promise<void> {
  await sql`update regions set name = ${name} where id = ${id}`.execute(trx);
  await sql`update depots set region_id = null
    where region_id = ${id} and archived_at is null and id <> all(${[...depotIds]}::int[])`.execute(
    trx,
  );
  await moveDepots(trx, depotIds, id);
}

/** Assigns depots to a region; null removes them from theirs. */
export async function moveDepots(
  trx: Transaction,
  ids: readonly number[],
  regionId: number | null,
): Promise<void> {
  await sql`update depots set region_id = ${regionId}
    where id = any(${[...ids]}::int[])`.execute(trx);
}

/** The vehicles of a depot. */
export async function vehiclesOfDepot(trx: Transaction, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('vehicle_depots')
    .select('vehicle_id')
    .where('depot_id', '=', id)
    .execute();
  return rows.map(({ vehicle_id: vehicleId }) => vehicleId);
}

/** The fields of the depot form. */
export interface DepotValues {
  readonly customerId: number;
  readonly name: string;
  readonly regionId: number | null;
  readonly address: AddressValues | null;
  readonly vehicleIds: readonly number[];
  readonly scheduleTypeIds: readonly number[];
}

/** Writes a depot: name, region, address, schedule types, and those of its vehicles that are visible. */
export async function writeDepot(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  values: DepotValues,
): Promise<void> {
  const { customerId, name, regionId, address, vehicleIds, scheduleTypeIds } = values;
  const known = await addressOf(trx, id);
  const addressId = await writtenAddress(trx, customerId, known?.id ?? null, address);
  await sql`update depots set name = ${name}, region_id = ${regionId}, address_id = ${addressId}
    where id = ${id}`.execute(trx);
  // Vehicles first: those that are not visible keep their depot.
  await sql`delete from vehicle_depots where depot_id = ${id}
    and vehicle_id <> all(${[...vehicleIds]}::int[])
    and vehicle_id in (select s.id from (${visibleVehicles(trx, viewer)}) s)`.execute(trx);
  await sql`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select ${customerId}, vehicle, ${id} from unnest(${[...vehicleIds]}::int[]) vehicle
    on conflict do nothing`.execute(trx);
  await sql`delete from depot_schedule_types where depot_id = ${id}
    and schedule_type_id <> all(${[...scheduleTypeIds]}::int[])`.execute(trx);
  await sql`insert into depot_schedule_types (customer_id, depot_id, schedule_type_id)
    select ${customerId}, ${id}, type from unnest(${[...scheduleTypeIds]}::int[]) type
    on conflict do nothing`.execute(trx);
}

/** Archives or restores depots or regions; a restored depot loses an archived region. */
export async function archiveGroups(
  trx: Transaction,
  isRegion: boolean,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  const at = isArchived ? sql`now()` : sql`null`;
  await sql`update ${groupTable(isRegion)} set archived_at = ${at}
    where id = any(${[...ids]}::int[])`.execute(trx);
  if (isRegion || isArchived) return;
  await sql`update depots set region_id = null where id = any(${[...ids]}::int[])
    and region_id in (select id from regions where archived_at is not null)`.execute(trx);
}
