import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { endFiles, type FileRow, fileById, storeFile } from '../../../platform/files/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { type AddressRow, type AddressValues, writtenAddress } from '../addresses/index.ts';

/** The fields of the customer form, without logo and address. */
export interface CustomerValues {
  readonly name: string;
  readonly render_logo_on_home: boolean;
  readonly slogan: string | null;
  /** ISO 4217 */
  readonly currency: string;
  readonly contact_name: string | null;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly maintenance_control_phone: string | null;
  readonly languages: string[];
}

export interface CustomerRow extends CustomerValues {
  readonly id: number;
  readonly logo: string | null;
  readonly logo_file_id: string | null;
  readonly address: AddressRow | null;
  readonly vehicle_count: number;
  readonly user_count: number;
  readonly archived: boolean;
}

const columns = sql`c.id, c.name, c.logo, c.logo_file_id, c.render_logo_on_home, c.slogan, c.currency,
  c.contact_name, c.contact_email, c.contact_phone, c.maintenance_control_phone, c.languages,
  (select to_jsonb(a) - 'customer_id' from addresses a where a.id = c.address_id) as address,
  (select count(*) from vehicles v where v.customer_id = c.id and v.is_active)::int as vehicle_count,
  (select count(*) from users u where u.customer_id = c.id and u.is_active)::int as user_count,
  c.archived_at is not null as archived`;

/** Condition: an administrator manages the customer `c`: their own, or any (requirement O-P07). */
const isKept = (viewer: Viewer) => ofCustomer(viewer, 'c.id');

/** A page of the customers that an administrator manages, with the total count. */
export async function customerPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  isArchived: boolean,
): Promise<{ count: number; rows: CustomerRow[] }> {
  const matching = sql`from customers c where ${isKept(viewer)}
    and (c.archived_at is not null) = ${isArchived} and c.name ilike ${containsPattern(page.search)}`;
  const to = page.descending ? sql`desc` : sql`asc`;
  const order =
    page.orderBy === 'vehicle_count' || page.orderBy === 'user_count'
      ? sql`${sql.ref(page.orderBy)} ${to}, lower(c.name)`
      : sql`lower(c.name) ${to}`;
  return exactPage<CustomerRow>(trx, page, { columns, matching, order: sql`${order}, c.id` });
}

/** Names of the customers that an administrator manages, without archived ones. */
export async function customerNames(
  trx: Transaction,
  viewer: Viewer,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select c.id, c.name from customers c
    where ${isKept(viewer)} and c.archived_at is null order by lower(c.name), c.id`.execute(trx);
  return rows;
}

/** Customers that the administrator manages, archived or not, by id. */
export async function keptCustomers(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`select ${columns} from customers c
    where c.id = any(${[...ids]}::int[]) and ${isKept(viewer)} order by c.id`.execute(trx);
  return rows;
}

/** Locks these customers until the transaction ends. */
export async function lockCustomers(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from customers where id = any(${[...ids]}::int[]) order by id
    for update`.execute(trx);
}

/** Whether the customer exists, is visible to the request and is not archived. */
export async function customerIsKnown(trx: Transaction, customerId: number): Promise<boolean> {
  const { rows } = await sql`select from customers
    where id = ${customerId} and archived_at is null`.execute(trx);
  return rows.length > 0;
}

/** Whether another customer that is not archived has this name. */
export async function customerNameIsTaken(
  trx: Transaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`select from customers where lower(name) = lower(${name})
    and archived_at is null and id <> ${exceptId ?? 0} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Creates a customer with only a name. Returns the id. */
export async function insertCustomer(trx: Transaction, name: string): Promise<number> {
  const { id } = await trx
    .insertInto('customers')
    .values({ name, logo: null, slogan: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the fields of the customer form, without the logo. */
export async function writeCustomer(
  trx: Transaction,
  id: number,
  values: CustomerValues,
  address: AddressValues | null,
): Promise<void> {
  const { rows } = await sql<{ address_id: number | null }>`select address_id from customers
    where id = ${id}`.execute(trx);
  const addressId = await writtenAddress(trx, id, rows[0]?.address_id ?? null, address);
  await trx
    .updateTable('customers')
    .set({ ...values, address_id: addressId })
    .where('id', '=', id)
    .execute();
}

/** Sets or removes the logo of a customer; the previous file is deleted soon after. */
export async function writeLogo(
  trx: Transaction,
  id: number,
  file: FileRow | null,
  address: string | null,
  former: string | null,
): Promise<void> {
  if (file !== null) await storeFile(trx, file);
  await trx
    .updateTable('customers')
    .set({ logo: address, logo_file_id: file?.id ?? null })
    .where('id', '=', id)
    .execute();
  if (former !== null) await endFiles(trx, [former]);
}

/** The file of a logo; undefined for another file and for a former logo. */
export async function logoFile(trx: Transaction, fileId: string): Promise<FileRow | undefined> {
  const { rows } = await sql`select from customers where logo_file_id = ${fileId}`.execute(trx);
  return rows.length === 0 ? undefined : fileById(trx, fileId);
}

export async function archiveCustomers(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await sql`update customers set archived_at = ${isArchived ? sql`now()` : null}
    where id = any(${[...ids]}::int[])`.execute(trx);
}

/** The fleet manager of a customer, as shown on its help pages; null if not set. */
export async function managementCompany(trx: Transaction, customerId: number) {
  const row = await trx
    .selectFrom('help_pages')
    .select([
      'shows_faqs as faqs',
      'takes_accidents as accident_reporting_enabled',
      'break_down_phone',
      'logo',
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Columns of the help pages that the customer form sets. */
export interface CompanyColumns {
  readonly shows_faqs?: boolean;
  readonly takes_accidents?: boolean;
  readonly break_down_phone?: string | null;
  readonly logo?: string | null;
}

/** Writes the texts of a customer's help pages; absent fields stay. */
export async function writeManagementCompany(
  trx: Transaction,
  customerId: number,
  columns: CompanyColumns,
): Promise<void> {
  await trx
    .insertInto('help_pages')
    .values({ break_down_phone: null, logo: null, ...columns, customer_id: customerId })
    .onConflict((on) =>
      on.column('customer_id').doUpdateSet({ customer_id: customerId, ...columns }),
    )
    .execute();
}

/** A customer's name; undefined if there is no such customer, or it is not visible. */
export async function customerName(trx: Transaction, id: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('customers')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name;
}
