import type { VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomerOrBuiltIn, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

export type ListKind = 'activity_type' | 'schedule_type' | 'repairer' | 'geofence_category';

export interface EntryRow {
  readonly id: number;
  readonly name: string;
  readonly customer: number | null;
  readonly customer_name: string;
  readonly in_use: boolean;
  readonly archived: boolean;
  readonly category: string | null;
  readonly interval: string | null;
  readonly window: string | null;
  readonly vehicle_types: VehicleType[];
  readonly reference: string | null;
  readonly schedule_type: number | null;
  readonly schedule_type_name: string | null;
  readonly require_user_date_input: boolean;
  readonly use_activity_statuses_on_ui: boolean;
  readonly internal_use: boolean;
  readonly statuses: { id: number; name: string; do_not_create_schedule_activities: boolean }[];
  readonly colour: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

interface KindParts {
  readonly table: string;
  /** Whether a record refers to the entry `l`. */
  readonly isUsed: RawBuilder<unknown>;
  /** Columns of the kind besides those that all kinds have; others are null. */
  readonly own: Readonly<Record<string, RawBuilder<unknown>>>;
}

const NONE = sql`null`;
const NO = sql`false`;
const COMMON = {
  category: NONE,
  interval: NONE,
  window: NONE,
  vehicle_types: sql`'{}'::text[]`,
  reference: NONE,
  schedule_type: NONE,
  schedule_type_name: NONE,
  require_user_date_input: NO,
  use_activity_statuses_on_ui: NO,
  internal_use: NO,
  statuses: sql`'[]'::jsonb`,
  colour: NONE,
  email: NONE,
  phone: NONE,
} as const;

/** A customer's own interval overrides the interval of the type. */
const intervalOf = (column: 'interval' | 'plan_window', viewer: Viewer) => sql`coalesce(
  (select i.${sql.ref(column)} from schedule_intervals i where i.schedule_type_id = l.id
    and i.customer_id = ${viewer.customerId ?? 0} and i.vehicle_id is null),
  l.${sql.ref(column)})`;

function partsOf(kind: ListKind, viewer: Viewer): KindParts {
  switch (kind) {
    case 'schedule_type':
      return {
        table: 'schedule_types',
        isUsed: sql`exists (select from scheduled_activities u where u.schedule_type_id = l.id)
          or exists (select from activity_types u where u.schedule_type_id = l.id)
          or exists (select from vehicle_schedule_types u where u.schedule_type_id = l.id)
          or exists (select from depot_schedule_types u where u.schedule_type_id = l.id)`,
        own: {
          category: sql`l.category`,
          interval: intervalOf('interval', viewer),
          window: intervalOf('plan_window', viewer),
          vehicle_types: sql`l.vehicle_types`,
        },
      };
    case 'activity_type':
      return {
        table: 'activity_types',
        isUsed: sql`exists (select from vehicle_activities u where u.activity_type_id = l.id)
          or exists (select from investigation_templates u where u.activity_type_id = l.id)`,
        own: {
          reference: sql`l.reference`,
          schedule_type: sql`l.schedule_type_id`,
          schedule_type_name: sql`(select s.name from schedule_types s where s.id = l.schedule_type_id)`,
          category: sql`(select s.category from schedule_types s where s.id = l.schedule_type_id)`,
          vehicle_types: sql`l.vehicle_types`,
          require_user_date_input: sql`l.require_user_date_input`,
          use_activity_statuses_on_ui: sql`l.use_activity_statuses_on_ui`,
          internal_use: sql`l.internal_use`,
          statuses: sql`l.statuses`,
        },
      };
    case 'repairer':
      return {
        table: 'repairers',
        isUsed: sql`exists (select from vehicles u where u.repairer_id = l.id)`,
        own: { email: sql`l.email`, phone: sql`l.phone` },
      };
    case 'geofence_category':
      return {
        table: 'geofence_categories',
        isUsed: sql`exists (select from geofences u where u.category_id = l.id)`,
        own: { colour: sql`l.colour` },
      };
  }
}

/** Condition: entries of the administrator's own customer, and built-in entries. */
function entries(kind: ListKind, viewer: Viewer): RawBuilder<unknown> {
  const { table, isUsed, own } = partsOf(kind, viewer);
  const columns = Object.entries({ ...COMMON, ...own }).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  );
  return sql`(select l.id, l.name, l.customer_id as customer, coalesce(c.name, '') as customer_name,
      ${isUsed} as in_use, l.archived_at is not null as archived, ${sql.join(columns)}
    from ${sql.table(table)} l left join customers c on c.id = l.customer_id
    where ${ofCustomerOrBuiltIn(viewer, 'l.customer_id')}) e`;
}

/** A page of a list by name, category or reference, with the total count. */
export async function entryPage(
  trx: Transaction,
  viewer: Viewer,
  kind: ListKind,
  page: Page,
  isArchived: boolean,
): Promise<{ count: number; rows: EntryRow[] }> {
  const pattern = containsPattern(page.search);
  const matching = sql`from ${entries(kind, viewer)} where e.archived = ${isArchived}
    and (e.name ilike ${pattern} or e.reference ilike ${pattern} or e.category ilike ${pattern})`;
  const to = page.descending ? sql`desc` : sql`asc`;
  const first = sql.ref(`e.${page.orderBy ?? 'name'}`);
  const order = sql`lower(${first}) ${to} nulls last, lower(e.name), e.id`;
  return exactPage<EntryRow>(trx, page, { columns: sql`e.*`, matching, order });
}

/** Entries that the administrator may see, archived or not, by id. */
export async function knownEntries(
  trx: Transaction,
  viewer: Viewer,
  kind: ListKind,
  ids: readonly number[],
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select e.* from ${entries(kind, viewer)}
    where e.id = any(${[...ids]}::int[]) order by e.id`.execute(trx);
  return rows;
}

const TABLES = {
  activity_type: 'activity_types',
  schedule_type: 'schedule_types',
  repairer: 'repairers',
  geofence_category: 'geofence_categories',
} as const;

/** Locks entries against changes and new references until the transaction ends. */
export async function lockEntries(
  trx: Transaction,
  kind: ListKind,
  ids: readonly number[],
): Promise<void> {
  await sql`select from ${sql.table(TABLES[kind])} where id = any(${[...ids]}::int[])
    order by id for update`.execute(trx);
}

export async function archiveEntries(
  trx: Transaction,
  kind: ListKind,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await sql`update ${sql.table(TABLES[kind])} set archived_at = ${isArchived ? sql`now()` : null}
    where id = any(${[...ids]}::int[])`.execute(trx);
}

export async function removeEntries(
  trx: Transaction,
  kind: ListKind,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from ${sql.table(TABLES[kind])} where id = any(${[...ids]}::int[])`.execute(trx);
}

/** Whether another entry of the customer has this name, if the kind requires unique names. */
export async function entryNameIsTaken(
  trx: Transaction,
  kind: 'repairer' | 'geofence_category',
  customerId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  // Archived categories keep their names.
  const standing = kind === 'repairer' ? sql`and archived_at is null` : sql``;
  const { rows } = await sql`select from ${sql.table(TABLES[kind])}
    where customer_id = ${customerId} and lower(name) = lower(${name})
      and id <> ${exceptId ?? 0} ${standing} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Creates a repairer, or changes the one with the id. Returns the id. */
export async function writeRepairer(
  trx: Transaction,
  of: { readonly customerId: number; readonly id: number | null },
  values: { readonly name: string; readonly email: string | null; readonly phone: string | null },
): Promise<number> {
  const { name, email, phone } = values;
  const { rows } =
    of.id === null
      ? await sql<{ id: number }>`insert into repairers (customer_id, name, email, phone)
          values (${of.customerId}, ${name}, ${email}, ${phone}) returning id`.execute(trx)
      : await sql<{ id: number }>`update repairers set name = ${name}, email = ${email},
          phone = ${phone} where id = ${of.id} returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Creates a category of geofences, or changes the one with the id. Returns the id. */
export async function writeCategory(
  trx: Transaction,
  of: { readonly customerId: number; readonly id: number | null },
  { name, colour }: { readonly name: string; readonly colour: string },
): Promise<number> {
  const { rows } =
    of.id === null
      ? await sql<{ id: number }>`insert into geofence_categories (customer_id, name, colour)
          values (${of.customerId}, ${name}, ${colour}) returning id`.execute(trx)
      : await sql<{ id: number }>`update geofence_categories set name = ${name}, colour = ${colour}
          where id = ${of.id} returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}
