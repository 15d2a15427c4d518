import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

/** Groups and categories have similar tables. */
export type LabelTable = 'geofence_groups' | 'geofence_categories';

export interface LabelRow {
  readonly id: number;
  readonly name: string;
  /** Null for a group. */
  readonly colour: string | null;
  readonly geofence_count: number;
}

const COLUMNS = {
  geofence_groups: sql`l.id, l.name, null as colour, (select count(*) from geofence_group_members m
    where m.group_id = l.id)::int as geofence_count`,
  geofence_categories: sql`l.id, l.name, l.colour, (select count(*) from geofences m
    where m.category_id = l.id)::int as geofence_count`,
} as const;

/** A page of the visible groups or categories whose name contains a text, with the total. */
export async function labelPage(trx: Transaction, viewer: Viewer, table: LabelTable, page: Page) {
  const standing = table === 'geofence_categories' ? sql`and l.archived_at is null` : sql``;
  const matching = sql`from ${sql.table(table)} l where ${ofCustomer(viewer, 'l.customer_id')} ${standing}
    and (${page.search} = '' or l.name ilike ${containsPattern(page.search)})`;
  const order = sql`lower(l.name) ${page.descending ? sql`desc` : sql`asc`}, l.id`;
  return exactPage<LabelRow>(trx, page, { columns: COLUMNS[table], matching, order });
}

/** Whether the viewer may see a group or category. */
export async function labelIsKnown(
  trx: Transaction,
  viewer: Viewer,
  table: LabelTable,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} l
    where l.id = ${id} and ${ofCustomer(viewer, 'l.customer_id')}`.execute(trx);
  return rows.length > 0;
}

/** All visible groups, by name. */
export async function allGroups(trx: Transaction, viewer: Viewer): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`select ${COLUMNS.geofence_groups} from geofence_groups l
    where ${ofCustomer(viewer, 'l.customer_id')} order by lower(l.name), l.id`.execute(trx);
  return rows;
}

/** Names of the visible categories by their id. */
export async function categoryNames(
  trx: Transaction,
  viewer: Viewer,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select l.id, l.name
    from geofence_categories l where ${ofCustomer(viewer, 'l.customer_id')}`.execute(trx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds a group. Returns its id, or undefined if its name is taken. */
export async function insertGroup(trx: Transaction, customerId: number, name: string) {
  const made = await trx
    .insertInto('geofence_groups')
    .values({ customer_id: customerId, name })
    .onConflict((taken) => taken.columns(['customer_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Adds a category. Returns its id, or undefined if its name is taken. */
export async function insertCategory(
  trx: Transaction,
  customerId: number,
  category: { readonly name: string; readonly colour: string },
) {
  const made = await trx
    .insertInto('geofence_categories')
    .values({ customer_id: customerId, ...category })
    .onConflict((taken) => taken.columns(['customer_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Deletes visible groups or categories. Returns those that existed. */
export async function deleteLabels(
  trx: Transaction,
  viewer: Viewer,
  table: LabelTable,
  ids: readonly number[],
) {
  const { rows } = await sql<{ id: number; customer_id: number; name: string }>`
    delete from ${sql.table(table)} l
    where l.id = any(${[...ids]}::int[]) and ${ofCustomer(viewer, 'l.customer_id')}
    returning l.id, l.customer_id, l.name`.execute(trx);
  return rows;
}
