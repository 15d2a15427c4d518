import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

type LatLong = readonly [latitudeDeg: number, longitudeDeg: number];

/** The columns of a geofence. */
export interface GeofenceValues {
  readonly name: string;
  readonly category_id: number | null;
  readonly colour: string;
  readonly shape: 'polygon' | 'circle' | 'corridor';
  readonly points: readonly LatLong[];
  readonly holes: readonly (readonly LatLong[])[];
  readonly centre_latitude: number | null;
  readonly centre_longitude: number | null;
  readonly radius_m: number | null;
  readonly alert_on_entry: boolean;
  readonly alert_on_exit: boolean;
  readonly alert_dwell_min: number | null;
  readonly speed_limit_kmh: number | null;
}

export interface GeofenceRow extends GeofenceValues {
  readonly id: number;
  readonly customer_id: number;
  readonly created_at: Date;
  /** Ids of its groups, ascending. */
  readonly groups: number[];
}

const COLUMNS = sql`g.id, g.customer_id, g.name, g.category_id, g.colour, g.shape, g.points, g.holes,
  g.centre_latitude, g.centre_longitude, g.radius_m, g.alert_on_entry, g.alert_on_exit,
  g.alert_dwell_min, g.speed_limit_kmh, g.created_at,
  array(select m.group_id from geofence_group_members m where m.geofence_id = g.id
    order by m.group_id) as groups`;

const ORDER = { name: sql`lower(g.name)`, created_at: sql`g.created_at` } as const;

/** Filter of a list. */
export interface GeofenceFilter {
  readonly groupId?: number | undefined;
  readonly categoryId?: number | undefined;
}

/** A page of the visible geofences whose name contains a text, with the total. */
export async function geofencePage(
  trx: Transaction,
  viewer: Viewer,
  filter: GeofenceFilter,
  page: Page,
) {
  const conditions = [ofCustomer(viewer, 'g.customer_id')];
  if (page.search !== '') conditions.push(sql`g.name ilike ${containsPattern(page.search)}`);
  if (filter.categoryId !== undefined) conditions.push(sql`g.category_id = ${filter.categoryId}`);
  if (filter.groupId !== undefined) {
    conditions.push(sql`exists (select from geofence_group_members f
      where f.geofence_id = g.id and f.group_id = ${filter.groupId})`);
  }
  const by = ORDER[(page.orderBy ?? 'name') as keyof typeof ORDER];
  return exactPage<GeofenceRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from geofences g where ${sql.join(conditions, sql` and `)}`,
    order: sql`${by} ${page.descending ? sql`desc` : sql`asc`}, g.id`,
  });
}

/** All visible geofences that are in a group, by name. */
export async function groupedGeofences(trx: Transaction, viewer: Viewer): Promise<GeofenceRow[]> {
  const { rows } = await sql<GeofenceRow>`select ${COLUMNS} from geofences g
    where ${ofCustomer(viewer, 'g.customer_id')}
      and exists (select from geofence_group_members f where f.geofence_id = g.id)
    order by lower(g.name), g.id`.execute(trx);
  return rows;
}

/** A visible geofence, or undefined. */
export async function geofenceById(trx: Transaction, viewer: Viewer, id: number) {
  const { rows } = await sql<GeofenceRow>`select ${COLUMNS} from geofences g
    where g.id = ${id} and ${ofCustomer(viewer, 'g.customer_id')}`.execute(trx);
  return rows[0];
}

/** Locks a visible geofence until the transaction ends. Returns its customer, or undefined. */
export async function holdGeofence(trx: Transaction, viewer: Viewer, id: number) {
  const { rows } = await sql<{ customer_id: number }>`select g.customer_id from geofences g
    where g.id = ${id} and ${ofCustomer(viewer, 'g.customer_id')} for update`.execute(trx);
  return rows[0]?.customer_id;
}

/** Arbitrary; no other advisory lock may use it. */
const NAMES_LOCK = 20_031;

/**
 * Serialises the transactions that give names to geofences, groups and categories of a customer, so
 * that their checks remain valid until the commit.
 */
export async function holdNames(trx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK}, ${customerId})`.execute(trx);
}

/** The number of geofences of a customer. */
export async function countGeofences(trx: Transaction, customerId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('geofences')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

const json = (value: unknown) => JSON.stringify(value);
const stored = (values: GeofenceValues) => ({
  ...values,
  points: json(values.points),
  holes: json(values.holes),
});

/**
 * Adds geofences of a customer.
 *
 * @returns their ids in order; undefined for those whose name is taken
 */
export async function insertGeofences(
  trx: Transaction,
  customerId: number,
  geofences: readonly GeofenceValues[],
): Promise<(number | undefined)[]> {
  const rows = await trx
    .insertInto('geofences')
    .values(geofences.map((values) => ({ ...stored(values), customer_id: customerId })))
    .onConflict((conflict) => conflict.columns(['customer_id', 'name']).doNothing())
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return geofences.map(({ name }) => ids.get(name));
}

/** Those of these names that other geofences of the customer have. */
export async function takenNames(
  trx: Transaction,
  customerId: number,
  names: readonly string[],
  exceptId = 0,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from geofences
    where customer_id = ${customerId} and name = any(${[...names]}::text[])
      and id <> ${exceptId}`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Changes a geofence. */
export async function updateGeofence(
  trx: Transaction,
  id: number,
  values: GeofenceValues,
): Promise<void> {
  await trx
    .updateTable('geofences')
    .set({ ...stored(values), changed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Puts geofences into groups and removes them from all others. */
export async function replaceGroups(
  trx: Transaction,
  customerId: number,
  memberships: readonly { readonly geofenceId: number; readonly groups: readonly number[] }[],
): Promise<void> {
  const geofenceIds = memberships.map(({ geofenceId }) => geofenceId);
  await sql`delete from geofence_group_members
    where geofence_id = any(${geofenceIds}::int[])`.execute(trx);
  const rows = memberships.flatMap(({ geofenceId, groups }) =>
    [...new Set(groups)].map((group) => [geofenceId, group] as const),
  );
  if (rows.length === 0) return;
  await sql`insert into geofence_group_members (customer_id, geofence_id, group_id)
    select ${customerId}, * from unnest(${rows.map(([geofence]) => geofence)}::int[],
      ${rows.map(([, group]) => group)}::int[])`.execute(trx);
}

/** Deletes a visible geofence with its visits and events. Returns its customer, or undefined. */
export async function deleteGeofence(trx: Transaction, viewer: Viewer, id: number) {
  const { rows } = await sql<{ customer_id: number }>`delete from geofences g
    where g.id = ${id} and ${ofCustomer(viewer, 'g.customer_id')} returning g.customer_id`.execute(
    trx,
  );
  return rows[0]?.customer_id;
}

/** Those of these groups and categories that a customer has. */
export async function knownLabels(
  trx: Transaction,
  customerId: number,
  wanted: { readonly groups: readonly number[]; readonly categories: readonly number[] },
): Promise<{ groups: Set<number>; categories: Set<number> }> {
  const known = async (
    table: 'geofence_groups' | 'geofence_categories',
    ids: readonly number[],
  ) => {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where customer_id = ${customerId} and id = any(${[...ids]}::int[]) for key share`.execute(
      trx,
    );
    return new Set(rows.map(({ id }) => id));
  };
  return {
    groups: await known('geofence_groups', wanted.groups),
    categories: await known('geofence_categories', wanted.categories),
  };
}
