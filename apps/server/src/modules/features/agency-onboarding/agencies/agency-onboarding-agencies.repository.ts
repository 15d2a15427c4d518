import { type Insertable, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  exactPage,
  ofCustomer,
  type Tables,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { languageOf } from '../../../../platform/texts.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';

export interface AgencyRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly contact: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly note: string;
  readonly drivers: number;
  readonly archived: boolean;
}

const COLUMNS = sql`a.id, a.customer_id, a.name, a.contact, a.email, a.phone, a.note,
  a.archived_at is not null as archived,
  (select count(*)::int from driver_files f join drivers d on d.id = f.driver_id
    where f.agency_id = a.id and f.customer_id = a.customer_id and d.archived_at is null) as drivers`;

/** A page of the agencies by name. */
export function agencyPage(
  trx: Transaction,
  viewer: Viewer,
  isArchived: boolean,
  page: Page,
): Promise<{ count: number; rows: readonly AgencyRow[] }> {
  const pattern = containsPattern(page.search);
  return exactPage<AgencyRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from agencies a where ${ofCustomer(viewer, 'a.customer_id')}
      and (a.archived_at is not null) = ${isArchived}
      and (a.name || ' ' || a.contact || ' ' || coalesce(a.email, '')) ilike ${pattern}`,
    order: sql`lower(a.name) ${page.descending ? sql`desc` : sql`asc`}, a.id`,
  });
}

/** Visible agencies with some ids, locked. */
export async function lockedAgencies(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly AgencyRow[]> {
  const { rows } = await sql<AgencyRow>`select ${COLUMNS} from agencies a
    where a.id = any(${[...ids]}::int[]) and ${ofCustomer(viewer, 'a.customer_id')}
    order by a.id for update of a`.execute(trx);
  return rows;
}

type Values = Omit<Insertable<Tables['agencies']>, 'customer_id'>;

export async function insertAgency(
  trx: Transaction,
  customerId: number,
  values: Values,
): Promise<number> {
  const { id } = await trx
    .insertInto('agencies')
    .values({ customer_id: customerId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAgency(trx: Transaction, id: number, values: Values): Promise<void> {
  await trx.updateTable('agencies').set(values).where('id', '=', id).execute();
}

export async function setArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('agencies')
    .set({ archived_at: isArchived ? new Date() : null })
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * The customer of an agency that is not archived; undefined if it is not visible, or not of the customer of the
 * depot.
 */
export async function activeAgency(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  depotId: number | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ customer_id: number }>`select a.customer_id from agencies a
    where a.id = ${id} and a.archived_at is null and ${ofCustomer(viewer, 'a.customer_id')}
      and (${depotId}::int is null
        or exists (select from depots g where g.id = ${depotId} and g.customer_id = a.customer_id))
    `.execute(trx);
  return rows[0]?.customer_id;
}

/** Agencies and depots for an invitation, and the first language of the customer. */
export async function choicesFor(trx: Transaction, viewer: Viewer) {
  const { rows: agencies } = await sql<{ id: number; name: string }>`
    select a.id, a.name from agencies a
    where a.archived_at is null and ${ofCustomer(viewer, 'a.customer_id')}
    order by lower(a.name), a.id limit 1000`.execute(trx);
  const { rows: depots } = await sql<{ id: number; name: string }>`
    select g.id, g.name from depots g where ${depotIsVisible(viewer)}
    order by lower(g.name), g.id limit 1000`.execute(trx);
  const customer =
    viewer.customerId === null
      ? undefined
      : await trx
          .selectFrom('customers')
          .select('languages')
          .where('id', '=', viewer.customerId)
          .executeTakeFirst();
  return {
    agencies,
    depots,
    language: languageOf(customer?.languages[0]),
    needs_depot: viewer.depotScope !== 'all',
  };
}
