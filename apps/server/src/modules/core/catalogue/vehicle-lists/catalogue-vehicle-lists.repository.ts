import type { VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CatalogueKind,
  exactPage,
  ofCustomer,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export interface VehicleEntryRow {
  id: number;
  kind: CatalogueKind;
  name: string;
  manufacturer_id: number | null;
  manufacturer_name: string | null;
  vehicle_type: VehicleType | null;
  customer_id: number;
  customer_name: string;
  vehicle_count: number;
  is_archived: boolean;
}

/** The column of vehicles that refers to an entry of a kind; the last kind is used by drivers. */
const COLUMN = {
  model: sql`v.manufacturer_model_id = e.id`,
  livery: sql`v.livery_category_id = e.id`,
  contract_type: sql`v.contract_type_id = e.id`,
  lease_company: sql`v.lease_company_id = e.id`,
  manufacturer: sql`v.manufacturer_model_id in
    (select m.id from catalogue_entries m where m.manufacturer_id = e.id)`,
  driver_category: sql`false`,
} as const satisfies Record<CatalogueKind, RawBuilder<unknown>>;

const columns = (kind: CatalogueKind) => sql`e.id, e.kind, e.name, e.manufacturer_id,
  k.name as manufacturer_name, e.vehicle_type, e.customer_id, c.name as customer_name,
  (select count(*)::int from vehicles v where v.is_active and ${COLUMN[kind]}) as vehicle_count,
  e.archived_at is not null as is_archived`;
const joins = sql`join customers c on c.id = e.customer_id
  left join catalogue_entries k on k.id = e.manufacturer_id`;

/** A page of a list by name. Without a search, models are sorted by manufacturer first. */
export async function entryPage(
  trx: Transaction,
  viewer: Viewer,
  kind: CatalogueKind,
  page: Page,
  isArchived: boolean,
): Promise<{ count: number; rows: VehicleEntryRow[] }> {
  const pattern = containsPattern(page.search);
  const matching = sql`from catalogue_entries e ${joins}
    where e.kind = ${kind} and ${ofCustomer(viewer, 'e.customer_id')}
      and (e.archived_at is not null) = ${isArchived}
      and (${page.search} = '' or e.name ilike ${pattern} or k.name ilike ${pattern})`;
  const order = sql`e.name ${page.descending ? sql`desc` : sql`asc`}, e.id`;
  return exactPage<VehicleEntryRow>(trx, page, { columns: columns(kind), matching, order });
}

/** Entries of a list that an administrator may see. */
export async function entriesOf(
  trx: Transaction,
  viewer: Viewer,
  kind: CatalogueKind,
  ids: readonly number[],
): Promise<VehicleEntryRow[]> {
  const { rows } =
    await sql<VehicleEntryRow>`select ${columns(kind)} from catalogue_entries e ${joins}
    where e.id = any(${[...ids]}::int[]) and e.kind = ${kind} and ${ofCustomer(viewer, 'e.customer_id')}
    order by e.id`.execute(trx);
  return rows;
}

/** The entries of a list that can be chosen, by name; null for the lists of all customers. */
export async function choices(
  trx: Transaction,
  customerId: number | null,
  kind: CatalogueKind,
  manufacturerId: number | null = null,
) {
  let query = trx
    .selectFrom('catalogue_entries')
    .select(['id', 'name', 'manufacturer_id', 'vehicle_type'])
    .where('kind', '=', kind)
    .where('archived_at', 'is', null);
  if (customerId !== null) query = query.where('customer_id', '=', customerId);
  if (manufacturerId !== null) query = query.where('manufacturer_id', '=', manufacturerId);
  return query.orderBy(sql`lower(name)`).orderBy('id').execute();
}

/** Whether a customer's list has another entry of this name that is not archived. */
export async function nameIsTaken(
  trx: Transaction,
  customerId: number,
  entry: { kind: CatalogueKind; name: string; manufacturer: number | null; id: number | null },
): Promise<boolean> {
  const { rows } = await sql`select from catalogue_entries
    where customer_id = ${customerId} and kind = ${entry.kind} and lower(name) = lower(${entry.name})
      and coalesce(manufacturer_id, 0) = ${entry.manufacturer ?? 0} and archived_at is null
      and id <> ${entry.id ?? 0}`.execute(trx);
  return rows.length > 0;
}

/** Creates an entry. Returns its id. */
export async function insertEntry(
  trx: Transaction,
  customerId: number,
  entry: {
    kind: CatalogueKind;
    name: string;
    manufacturer_id: number | null;
    vehicle_type: VehicleType | null;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('catalogue_entries')
    .values({ ...entry, customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates an entry, and the search texts of the vehicles that use it. */
export async function writeEntry(
  trx: Transaction,
  id: number,
  entry: { name: string; manufacturer_id: number | null; vehicle_type: VehicleType | null },
): Promise<void> {
  await trx.updateTable('catalogue_entries').set(entry).where('id', '=', id).execute();
  await sql`update vehicles v set manufacturer_model = k.name || ' ' || m.name
    from catalogue_entries m join catalogue_entries k on k.id = m.manufacturer_id
    where v.manufacturer_model_id = m.id and ${id} in (m.id, k.id)`.execute(trx);
}

/** Archives or restores entries. */
export async function writeEntriesArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('catalogue_entries')
    .set({ archived_at: isArchived ? sql<Date>`now()` : null })
    .where('id', 'in', [...ids])
    .execute();
}
