import { type AssetKind, typeOfDefault, type VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  ofCustomer,
  type Transaction,
  vehicleIdsInScope,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import {
  COUNT_LIMIT,
  containsPattern,
  countOf,
  type ListCount,
  type Page,
  rowsToCount,
  SEARCH_COUNT_LIMIT,
} from '../../../platform/paging.ts';
import { depotIsVisible } from '../fleet/index.ts';
import type { VehicleRow } from './vehicle-json.ts';

/** Filter of the visible vehicles. */
export interface VehicleFilter {
  readonly isArchived: boolean;
  readonly depotId: number | null;
  readonly type: VehicleType | null;
  /** One kind, or any of several; null for all. */
  readonly kind: AssetKind | readonly AssetKind[] | null;
}

type Condition = RawBuilder<unknown>;
const all = (conditions: readonly Condition[]) => sql.join([...conditions], sql` and `);
const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Sort columns of the list, each with an index for both directions. */
const ORDER = {
  registration: ['registration', 'id'],
  type: ['type', 'registration', 'id'],
  vin: ['vin', 'id'],
  manufacturer_model: ['manufacturer_model', 'id'],
  created_at: ['created_at', 'id'],
} as const;

function orderOf({ orderBy, descending }: Page): Condition {
  const columns = ORDER[(orderBy ?? 'registration') as keyof typeof ORDER];
  const to = sql.raw(descending ? 'desc' : 'asc');
  return sql.join(columns.map((column) => sql`${sql.ref(`v.${column}`)} ${to}`));
}

/** Condition: of the customer, and not hidden (U-45). */
const isShown = (viewer: Viewer) => [
  ofCustomer(viewer, 'v.customer_id'),
  sql`v.permission is distinct from 'admin'`,
];

const visible = (viewer: Viewer) => [...isShown(viewer), vehicleInScope(viewer, 'v.id')];

/** Ids as a PostgreSQL array literal, passed back as received; null for too many. */
type FewIds = string | null;

/** The ids that a query finds if they are few, so that later queries look them up by id. */
async function few(trx: Transaction, ids: Condition): Promise<FewIds> {
  const { rows } = await sql<{ ids: string; many: boolean }>`
    select ids::text, cardinality(ids) > ${COUNT_LIMIT} as many
    from (select array(${ids} limit ${COUNT_LIMIT + 1}) as ids) found`.execute(trx);
  const [found] = rows;
  return found === undefined || found.many ? null : found.ids;
}

/** The vehicles of one depot, or of those in scope; null if that does not narrow the list. */
async function ofDepots(trx: Transaction, viewer: Viewer, depotId: number | null): Promise<FewIds> {
  if (depotId !== null) {
    return few(trx, sql`select w.vehicle_id from vehicle_depots w where w.depot_id = ${depotId}`);
  }
  const inScope = vehicleIdsInScope(viewer);
  return inScope === null ? null : few(trx, sql`select distinct s.vehicle_id from (${inScope}) s`);
}

/** Sample size to decide whether a search term is common, and the number of hits that makes it so. */
const PROBED = 2000;
const OFTEN = 100;

/** Whether a search term is so common that walking the list finds hits soon. */
async function isOften(
  trx: Transaction,
  viewer: Viewer,
  pattern: string,
  isArchived: boolean,
): Promise<boolean> {
  const some = all([
    sql`v.is_active = ${sql.raw(isArchived ? 'false' : 'true')}`,
    ...isShown(viewer),
  ]);
  const { rows } = await sql<{ hits: number }>`select count(*)::int as hits
    from (select v.search_text from vehicles v where ${some}
      order by v.registration, v.id limit ${PROBED}) probed
    where search_text like upper(${pattern})`.execute(trx);
  return (rows[0]?.hits ?? 0) >= OFTEN;
}

/** Condition: one of the kinds is stored, or it is the one of the type and no other is stored. */
function isOfKind(kind: AssetKind | readonly AssetKind[]): Condition {
  if (typeof kind !== 'string') return sql`(${sql.join(kind.map(isOfKind), sql` or `)})`;
  const type = typeOfDefault(kind);
  return type === null
    ? sql`v.kind = ${kind}`
    : sql`(v.kind = ${kind} or (v.kind is null and v.type = ${type}))`;
}

/** The conditions of a query. */
interface Matching {
  readonly where: Condition;
  /** Looked up by id. */
  readonly isFew: boolean;
  /** Hits are counted up to this number. */
  readonly most: number;
}

async function matchingOf(
  trx: Transaction,
  viewer: Viewer,
  { isArchived, depotId, type, kind }: VehicleFilter,
  search: string,
): Promise<Matching> {
  const narrow = await ofDepots(trx, viewer, depotId);
  const pattern = containsPattern(search);
  // For few vehicles it is quicker to check each.
  const hits =
    search === '' || narrow !== null || (await isOften(trx, viewer, pattern, isArchived))
      ? null
      : await few(trx, sql`select vehicles_found(${pattern}, ${!isArchived}, ${COUNT_LIMIT + 1})`);
  const ids = narrow ?? hits;
  const where = all([
    sql`v.is_active = ${sql.raw(isArchived ? 'false' : 'true')}`,
    ...isShown(viewer),
    // A depot may contain vehicles that a viewer limited to some depots cannot see. "is true" makes the
    // scope a filter: many vehicles are walked in the order of an index.
    ...(narrow === null || depotId !== null
      ? [sql`${vehicleInScope(viewer, 'v.id')} is true`]
      : []),
    ...(ids === null ? [] : [sql`v.id = any(${ids}::int[])`]),
    ...(narrow !== null || depotId === null
      ? []
      : [sql`v.id in (select w.vehicle_id from vehicle_depots w where w.depot_id = ${depotId})`]),
    ...(type === null ? [] : [sql`v.type = ${type}`]),
    ...(kind === null ? [] : [isOfKind(kind)]),
    // With many hits, some are near the start of every sort order.
    ...(search === '' || hits !== null ? [] : [sql`v.search_text like upper(${pattern})`]),
  ]);
  const most = search !== '' && ids === null ? SEARCH_COUNT_LIMIT : COUNT_LIMIT;
  return { where, isFew: ids !== null, most };
}

/**
 * Vehicles with all details, sorted by id. One-to-many details are one JSON text, because parsing a
 * PostgreSQL array in the driver is slow.
 */
export async function vehiclesByIds(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<VehicleRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<VehicleRow>`
    select v.id, v.customer_id, c.name as customer_name, v.registration, v.type, v.fuel_reference,
      v.fuel_name, v.permission, v.vin, v.is_active, v.first_registered_on::text,
      v.kind, v.axles, v.axle_weights_kg, v.gross_weight_kg, v.train_weight_kg, v.trailer_number,
      v.owner, v.is_international_haulage,
      coalesce((select json_agg(i.value order by i.key) from trailer_identifiers i
        where i.vehicle_id = v.id), '[]') as identifiers,
      v.manufacturer_model_id as model_id, m.vehicle_type as model_type, v.manufacturer_model,
      l.id as livery_id, l.name as livery_name, k.id as contract_type_id,
      k.name as contract_type_name, o.id as lease_company_id, o.name as lease_company_name,
      r.id as repairer_id, r.name as repairer_name, d.id as driver_id,
      trim(d.first_name || ' ' || d.surname) as driver_name, s.odometer_m,
      coalesce((select json_agg(json_build_object('id', t.id, 'tracker', t.number) order by t.id)
        from trackers t where t.vehicle_id = v.id and t.permission is distinct from 'admin'),
        '[]') as trackers,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)
          order by lower(g.name), g.id)
        from vehicle_depots w join depots g on g.id = w.depot_id
        where w.vehicle_id = v.id and ${depotIsVisible(viewer)}), '[]') as depots,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name)
          order by lower(p.name), p.id)
        from vehicle_schedule_types w join schedule_types p on p.id = w.schedule_type_id
        where w.vehicle_id = v.id), '[]') as schedule_types
    from unnest(${idsOf(ids)}) with ordinality as wanted (id, place)
    join vehicles v on v.id = wanted.id
    join customers c on c.id = v.customer_id
    left join catalogue_entries m on m.id = v.manufacturer_model_id
    left join catalogue_entries l on l.id = v.livery_category_id
    left join catalogue_entries k on k.id = v.contract_type_id
    left join catalogue_entries o on o.id = v.lease_company_id
    left join repairers r on r.id = v.repairer_id
    left join drivers d on d.id = v.driver_id
    left join vehicle_states s on s.vehicle_id = v.id
    order by wanted.place`.execute(trx);
  return rows;
}

/** A page of few vehicles with the total count: they are read once, then sorted. */
async function pageOfFew(trx: Transaction, page: Page, where: Condition) {
  const { rows } = await sql<{ id: number; count: number }>`
    with v as materialized (select v.id, v.registration, v.type, v.vin, v.manufacturer_model,
      v.created_at from vehicles v where ${where})
    select v.id, (count(*) over ())::int as count from v
    order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}`.execute(trx);
  return { ids: rows.map(({ id }) => id), counted: rows[0]?.count ?? null };
}

/** A page of many vehicles: an index is walked in its order until the page is full. */
async function pageOfMany(trx: Transaction, page: Page, where: Condition) {
  const { rows } = await sql<{ id: number }>`select v.id from vehicles v where ${where}
    order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}`.execute(trx);
  return { ids: rows.map(({ id }) => id), counted: null };
}

/** A page of the visible vehicles; the count is limited. */
export async function vehiclePage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  filter: VehicleFilter,
): Promise<ListCount & { rows: VehicleRow[] }> {
  const { where, isFew, most } = await matchingOf(trx, viewer, filter, page.search);
  const { ids, counted } = isFew
    ? await pageOfFew(trx, page, where)
    : await pageOfMany(trx, page, where);
  const rows = await vehiclesByIds(trx, viewer, ids);
  if (counted !== null) return { count: counted, isLimit: false, rows };
  const toCount = rowsToCount(page, ids.length, most);
  if (toCount === 0) return { ...countOf(page, ids.length, 0, most), rows };
  const hits = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from vehicles v where ${where} limit ${toCount}) hits`.execute(trx);
  return { ...countOf(page, ids.length, hits.rows[0]?.count ?? 0, most), rows };
}

/**
 * Visible vehicles with these ids, locked until the transaction ends.
 *
 * @param isActive only archived (false) or only active (true) ones; null for all
 */
export async function lockVehicles(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
  isActive: boolean | null = null,
): Promise<{ id: number; customer_id: number; is_active: boolean }[]> {
  const active = isActive === null ? [] : [sql`v.is_active = ${isActive}`];
  const { rows } = await sql<{ id: number; customer_id: number; is_active: boolean }>`
    select v.id, v.customer_id, v.is_active from vehicles v
    where ${all([sql`v.id = any(${idsOf(ids)})`, ...visible(viewer), ...active])}
    order by v.id for update`.execute(trx);
  return rows;
}

/** Whether a vehicle is visible; archived ones are visible only to those who administer them. */
export async function vehicleIsVisible(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  seesArchived: boolean,
): Promise<boolean> {
  const active = seesArchived ? [] : [sql`v.is_active`];
  const { rows } = await sql`select from vehicles v
    where ${all([sql`v.id = ${id}`, ...visible(viewer), ...active])}`.execute(trx);
  return rows.length > 0;
}

/** The devices that a vehicle had, newest first. */
export async function fittingsOfVehicle(trx: Transaction, vehicleId: number) {
  const { rows } = await sql<{
    tracker: number;
    number: string;
    fitted_at: Date | null;
    removed_at: Date | null;
  }>`select t.id as tracker, t.number, nullif(f.fitted_at, '-infinity') as fitted_at, f.removed_at
    from tracker_fittings f join trackers t on t.id = f.tracker_id
    where f.vehicle_id = ${vehicleId} order by f.fitted_at desc, f.id desc limit 100`.execute(trx);
  return rows;
}

/** The customer of a vehicle. The caller has checked that the vehicle is visible. */
export async function customerOfVehicle(trx: Transaction, vehicleId: number): Promise<number> {
  const { customer_id } = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  return customer_id;
}
