import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  contains,
  countedPage,
  type SearchedList,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import { driverIsVisible, visibleDrivers, visibleVehicles } from '../fleet/index.ts';

/** The fields of the driver form that are stored with the driver; dates as YYYY-MM-DD. */
export interface DriverValues {
  readonly first_name: string;
  readonly surname: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tag_number: string | null;
  readonly rfid_number: string | null;
  readonly tachograph_card_number: string | null;
  readonly tachograph_card_expires_on: string | null;
  readonly licence_number: string | null;
  readonly licence_categories: string[];
  readonly licence_expires_on: string | null;
  readonly cpc_card_number: string | null;
  readonly cpc_expires_on: string | null;
  readonly category_id: number | null;
}

export interface DriverRow extends DriverValues {
  readonly id: number;
  readonly category_name: string | null;
  readonly vehicle: number | null;
  readonly vehicle_registration: string | null;
  readonly user: number | null;
  readonly user_name: string | null;
  readonly customer: number;
  readonly customer_name: string;
  readonly archived: boolean;
}

export interface DriverFilter {
  readonly isArchived: boolean;
  readonly categoryId: number | null;
  /** YYYY-MM-DD; only drivers with a document that expires by then. Null for all. */
  readonly expiringBy: string | null;
}

const day = (column: string) => sql`to_char(${sql.ref(`d.${column}`)}, 'YYYY-MM-DD')`;

const columns = sql`d.id, d.first_name, d.surname, d.email, d.phone, d.tag_number, d.rfid_number,
  d.tachograph_card_number, ${day('tachograph_card_expires_on')} as tachograph_card_expires_on,
  d.licence_number, d.licence_categories, ${day('licence_expires_on')} as licence_expires_on,
  d.cpc_card_number, ${day('cpc_expires_on')} as cpc_expires_on, d.category_id,
  k.name as category_name, w.id as vehicle, w.registration as vehicle_registration,
  u.id as user, u.name as user_name, d.customer_id as customer, c.name as customer_name,
  d.archived_at is not null as archived`;

const WITH_CATEGORY = sql`left join catalogue_entries k on k.id = d.category_id`;

const withVehicle = (trx: Transaction, viewer: Viewer) => sql`left join lateral
  (select v.id, v.registration from (${visibleVehicles(trx, viewer)}) v
    where v.driver_id = d.id order by v.registration, v.id limit 1) w on true`;

/** The joined columns of a driver `d`. */
const details = (trx: Transaction, viewer: Viewer) => sql`join customers c on c.id = d.customer_id
  ${WITH_CATEGORY} ${withVehicle(trx, viewer)}
  left join lateral (select a.id, trim(a.first_name || ' ' || a.last_name) as name from users a
    where a.driver_id = d.id order by a.id limit 1) u on true`;

/** Sort columns. Those of the driver's own table have an index (requirement R-P07). */
function orderOf({ orderBy, descending }: Page): RawBuilder<unknown> {
  const to = descending ? sql`desc` : sql`asc`;
  const bySurname = sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id ${to}`;
  switch (orderBy) {
    case 'first_name':
      return sql`lower(d.first_name) ${to}, lower(d.surname) ${to}, d.id ${to}`;
    case 'category':
      return sql`lower(k.name) ${to} nulls last, ${bySurname}`;
    case 'vehicle':
      return sql`w.registration ${to} nulls last, ${bySurname}`;
    case 'licence_expires_on':
    case 'tachograph_card_expires_on':
    case 'cpc_expires_on':
      return sql`${sql.ref(`d.${orderBy}`)} ${to}, d.id ${to}`;
    default:
      return bySurname;
  }
}

/** The searched columns: names, e-mail address, licence, tags and cards. */
const DETAILS: SearchedList = {
  found: 'driver_details_found',
  id: 'd.id',
  onTheWay: (pattern) => sql<boolean>`(d.first_name || ' ' || d.surname || ' '
    || coalesce(d.email, '') || ' ' || coalesce(d.licence_number, '') || ' '
    || coalesce(d.tag_number, '') || ' ' || coalesce(d.rfid_number, '') || ' '
    || coalesce(d.tachograph_card_number, '')) ilike ${pattern}`,
};

async function matching(
  trx: Transaction,
  viewer: Viewer,
  { search }: Page,
  { isArchived, categoryId, expiringBy }: DriverFilter,
): Promise<RawBuilder<unknown>> {
  return sql`where ${await visibleDrivers(trx, viewer)}
    and d.archived_at ${isArchived ? sql`is not null` : sql`is null`}
    and ${await contains(trx, DETAILS, search)}
    ${categoryId === null ? sql`` : sql`and d.category_id = ${categoryId}`}
    ${
      expiringBy === null
        ? sql``
        : sql`and least(d.licence_expires_on, d.tachograph_card_expires_on, d.cpc_expires_on)
            <= ${expiringBy}::date`
    }`;
}

/** A page of the drivers that an administrator manages, with their count up to a limit. */
export async function driverPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  filter: DriverFilter,
): Promise<CountedRows<DriverRow>> {
  const found = await matching(trx, viewer, page, filter);
  const order = orderOf(page);
  const ordered =
    page.orderBy === 'category'
      ? WITH_CATEGORY
      : page.orderBy === 'vehicle'
        ? withVehicle(trx, viewer)
        : sql``;
  // Joined columns are read only for the drivers of the page, not for all before them.
  const read = sql<DriverRow>`select ${columns}
    from (select d.id as on_page from drivers d ${ordered} ${found}
      order by ${order} limit ${page.limit} offset ${page.offset}) p
    join drivers d on d.id = p.on_page ${details(trx, viewer)} order by ${order}`;
  return countedPage(trx, page, read, sql`from drivers d ${found}`);
}

/** Drivers that the administrator manages, archived or not, by id. */
export async function keptDrivers(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<DriverRow[]> {
  const { rows } = await sql<DriverRow>`select ${columns} from drivers d ${details(trx, viewer)}
    where d.id = any(${[...ids]}::int[]) and ${driverIsVisible(trx, viewer)} order by d.id`.execute(
    trx,
  );
  return rows;
}

/** Locks these drivers until the transaction ends. */
export async function lockDrivers(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from drivers where id = any(${[...ids]}::int[]) order by id for update`.execute(
    trx,
  );
}

/** Creates a driver. Returns the id. */
export async function insertDriver(
  trx: Transaction,
  customerId: number,
  values: DriverValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('drivers')
    .values({ customer_id: customerId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDriver(
  trx: Transaction,
  id: number,
  values: DriverValues,
): Promise<void> {
  await trx.updateTable('drivers').set(values).where('id', '=', id).execute();
}

/** Sets or removes the category of drivers. */
export async function setCategory(
  trx: Transaction,
  ids: readonly number[],
  categoryId: number | null,
): Promise<void> {
  await sql`update drivers set category_id = ${categoryId}
    where id = any(${[...ids]}::int[])`.execute(trx);
}

/** Unassigns a driver from all visible vehicles but one, and assigns that one instead of its driver. */
export async function assignVehicle(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  vehicleId: number | null,
): Promise<void> {
  await sql`update vehicles set driver_id = null where driver_id = ${driverId}
    and id <> ${vehicleId ?? 0}
    and id in (select s.id from (${visibleVehicles(trx, viewer)}) s)`.execute(trx);
  if (vehicleId === null) return;
  await sql`update vehicles set driver_id = ${driverId} where id = ${vehicleId}`.execute(trx);
}

/** Links a driver to exactly this account. */
export async function assignAccount(
  trx: Transaction,
  driverId: number,
  userId: number | null,
): Promise<void> {
  await sql`update users set driver_id = null where driver_id = ${driverId}
    and id <> ${userId ?? 0}`.execute(trx);
  if (userId === null) return;
  await sql`update users set driver_id = ${driverId} where id = ${userId}`.execute(trx);
}

/**
 * Archives drivers, which unassigns their vehicles, accounts, tags and cards, or restores them without
 * those. Trips and records keep their drivers.
 */
export async function archiveDrivers(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  const of = sql`any(${[...ids]}::int[])`;
  if (!isArchived) {
    await sql`update drivers set archived_at = null where id = ${of}`.execute(trx);
    return;
  }
  await sql`update vehicles set driver_id = null where driver_id = ${of}`.execute(trx);
  await sql`update users set driver_id = null where driver_id = ${of}`.execute(trx);
  await sql`update drivers set archived_at = now(), tag_number = null, rfid_number = null,
    tachograph_card_number = null where id = ${of}`.execute(trx);
}

/** The customer of a driver. The caller has checked that the driver is visible. */
export async function customerOfDriver(trx: Transaction, driverId: number): Promise<number> {
  const { customer_id } = await trx
    .selectFrom('drivers')
    .select('customer_id')
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow();
  return customer_id;
}
