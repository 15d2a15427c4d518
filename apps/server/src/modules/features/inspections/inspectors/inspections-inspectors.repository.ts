import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

/** An inspector in the register. */
export interface InspectorRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly qualification: string;
  /** YYYY-MM-DD */
  readonly valid_until: string | null;
  readonly is_expired: boolean;
  readonly is_archived: boolean;
  readonly version: number;
}

const COLUMNS = sql`i.id, i.customer_id, i.name, i.qualification,
  to_char(i.valid_until, 'YYYY-MM-DD') as valid_until,
  coalesce(i.valid_until < (now() at time zone 'UTC')::date, false) as is_expired,
  i.archived_at is not null as is_archived, i.version`;

/** A page of the inspectors of the customer, by name or by the end of the qualification. */
export function inspectorPage(
  trx: Transaction,
  viewer: Viewer,
  isArchived: boolean,
  page: Page,
): Promise<{ count: number; rows: readonly InspectorRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const pattern = containsPattern(page.search);
  return exactPage<InspectorRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from inspectors i where ${ofCustomer(viewer, 'i.customer_id')}
      and (i.archived_at is not null) = ${isArchived}
      and (${page.search} = '' or i.name ilike ${pattern} or i.qualification ilike ${pattern})`,
    order:
      page.orderBy === 'valid_until'
        ? sql`i.valid_until ${to} nulls last, lower(i.name), i.id`
        : sql`lower(i.name) ${to}, i.id ${to}`,
  });
}

/** The inspectors of the customer with some ids. */
export async function inspectorsById(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly InspectorRow[]> {
  const { rows } = await sql<InspectorRow>`select ${COLUMNS} from inspectors i
    where i.id = any(${[...ids]}::int[]) and ${ofCustomer(viewer, 'i.customer_id')}
    order by i.id`.execute(trx);
  return rows;
}

export interface InspectorFields {
  readonly name: string;
  readonly qualification: string;
  readonly valid_until: string | null;
}

/** Whether another inspector of the customer has this name. */
export async function isNameTaken(
  trx: Transaction,
  customerId: number,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const { rows } = await sql`select from inspectors where customer_id = ${customerId}
    and lower(name) = lower(${name}) and archived_at is null and id <> ${exceptId}`.execute(trx);
  return rows.length > 0;
}

/** Adds an inspector. Returns the id. */
export async function insertInspector(
  trx: Transaction,
  customerId: number,
  fields: InspectorFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('inspectors')
    .values({ customer_id: customerId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates an inspector. Returns false if somebody else has changed it since. */
export async function updateInspector(
  trx: Transaction,
  id: number,
  version: number,
  fields: InspectorFields,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('inspectors')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Archives or restores inspectors. */
export async function archiveInspectors(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('inspectors')
    .set({ archived_at: isArchived ? new Date() : null })
    .where('id', 'in', [...ids])
    .execute();
}
