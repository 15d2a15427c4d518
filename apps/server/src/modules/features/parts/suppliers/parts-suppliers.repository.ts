import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

export interface SupplierRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly account: string;
  readonly parts: number;
  readonly is_archived: boolean;
  readonly version: number;
}

const COLUMNS = sql`c.id, c.customer_id, c.name, c.email, c.phone, c.account, c.version,
  c.archived_at is not null as is_archived,
  (select count(*)::int from part_offers f where f.supplier_id = c.id) as parts`;

/** A page of the suppliers, by name. */
export function supplierPage(trx: Transaction, viewer: Viewer, page: Page, isArchived: boolean) {
  const to = page.descending ? sql`desc` : sql`asc`;
  return exactPage<SupplierRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from part_suppliers c where ${ofCustomer(viewer, 'c.customer_id')}
      and (c.archived_at is not null) = ${isArchived} and c.name ilike ${containsPattern(page.search)}`,
    order: sql`lower(c.name) ${to}, c.id`,
  });
}

/** The suppliers with these ids, archived ones included. */
export async function visibleSuppliers(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly SupplierRow[]> {
  const { rows } = await sql<SupplierRow>`select ${COLUMNS} from part_suppliers c
    where c.id = any(${[...ids]}::int[]) and ${ofCustomer(viewer, 'c.customer_id')}
    order by c.id`.execute(trx);
  return rows;
}

/** The id of the supplier of a customer with this name, which is created if there is none. */
export async function supplierNamed(
  trx: Transaction,
  customerId: number,
  name: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from part_suppliers
    where customer_id = ${customerId} and lower(name) = lower(${name})`.execute(trx);
  return rows[0]?.id ?? insertSupplier(trx, customerId, { ...NEW, name });
}

const NEW = { email: null, phone: null, account: '' };

type SupplierValues = Pick<SupplierRow, 'name' | 'email' | 'phone' | 'account'>;

export async function insertSupplier(
  trx: Transaction,
  customerId: number,
  values: SupplierValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('part_suppliers')
    .values({ customer_id: customerId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a supplier. Returns false if somebody else has changed it since this version. */
export async function updateSupplier(
  trx: Transaction,
  id: number,
  version: number,
  values: SupplierValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('part_suppliers')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function writeSuppliersArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('part_suppliers')
    .set({ archived_at: isArchived ? new Date() : null })
    .where('id', 'in', [...ids])
    .execute();
}
