import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../fleet/index.ts';
import type { PlaceRow } from '../repository.ts';

/** A region with its visible depots. */
export interface RegionRow extends PlaceRow {
  readonly permission: string | null;
  readonly vehicle_groups: PlaceRow[];
}

/** What stored records say of a depot or region. */
export interface FiguresRow extends PlaceRow {
  readonly vehicles: number;
  readonly off_road: number;
}

/** The visible depots of a region `r`. */
const depotsOf = (viewer: Viewer) => sql`select g.id, g.name from depots g
  where g.region_id = r.id and ${depotIsVisible(viewer)}`;

/**
 * Condition: the viewer may know of the region `r`: who sees every depot, of all of the customer's;
 * else of those with a visible depot. Rows with the permission admin never show (L-08).
 */
function regionIsVisible(viewer: Viewer) {
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`r.customer_id = ${viewer.customerId ?? 0}`;
  const shown = sql`${customer} and r.archived_at is null and r.permission is distinct from 'admin'`;
  return viewer.depotScope === 'all' ? shown : sql`${shown} and exists (${depotsOf(viewer)})`;
}

/** The visible regions by name, or one of them. */
export async function visibleRegions(
  trx: Transaction,
  viewer: Viewer,
  id: number | null,
): Promise<RegionRow[]> {
  const { rows } = await sql<RegionRow>`select r.id, r.name, r.permission,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name)
        order by lower(d.name), d.id) from (${depotsOf(viewer)}) d), '[]') as vehicle_groups
    from regions r where ${regionIsVisible(viewer)} ${id === null ? sql`` : sql`and r.id = ${id}`}
    order by lower(r.name), r.id`.execute(trx);
  return rows;
}

/** A page of the visible depots by name, each with the number of its visible vehicles. */
export async function visibleDepots(trx: Transaction, viewer: Viewer, page: Page) {
  const found = sql`from depots g where ${depotIsVisible(viewer)}
    and g.name ilike ${containsPattern(page.search)}`;
  const { rows } = await sql<PlaceRow & { vehicle_count: number }>`select g.id, g.name,
      (select count(*) from vehicle_depots w where w.depot_id = g.id
        and w.vehicle_id in (select s.id from (${visibleVehicles(trx, viewer)}) s))::int as vehicle_count
    ${found} order by lower(g.name) ${page.descending ? sql`desc` : sql`asc`}, g.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(trx);
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** The visible depots of a vehicle, by name. */
export async function depotsOfVehicle(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`select g.id, g.name from depots g
    join vehicle_depots w on w.depot_id = g.id
    where w.vehicle_id = ${vehicleId} and ${depotIsVisible(viewer)}
    order by lower(g.name), g.id`.execute(trx);
  return rows;
}

/** Visible vehicles `v` in some depots, each once, and whether its newest records keep it off the road. */
const vehiclesIn = (trx: Transaction, viewer: Viewer, depots: ReturnType<typeof sql>) => sql`
  select s.id, exists (select from vehicle_activities a
      join activity_types t on t.id = a.activity_type_id
      where a.vehicle_id = s.id and a.is_latest and not a.archived
        and t.reference in ('DEFECT', 'SAFETY_INSPECTION') and a.status like '%\\_IS\\_VOR') as off_road
  from (${visibleVehicles(trx, viewer)}) s
  where s.id in (select w.vehicle_id from vehicle_depots w where w.depot_id in (${depots}))`;

/** Figures of visible depots: of one, or of those of a region; by name. */
export async function depotFigures(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly depotId: number } | { readonly regionId: number },
): Promise<FiguresRow[]> {
  const matches = 'depotId' in of ? sql`g.id = ${of.depotId}` : sql`g.region_id = ${of.regionId}`;
  const { rows } = await sql<FiguresRow>`select g.id, g.name, f.vehicles, f.off_road
    from depots g cross join lateral (select count(*)::int as vehicles,
        (count(*) filter (where n.off_road))::int as off_road
      from (${vehiclesIn(trx, viewer, sql`g.id`)}) n) f
    where ${matches} and ${depotIsVisible(viewer)} order by lower(g.name), g.id`.execute(trx);
  return rows;
}

/** Figures of all visible vehicles of a region together. */
export async function regionFigures(
  trx: Transaction,
  viewer: Viewer,
  regionId: number,
): Promise<{ vehicles: number; off_road: number }> {
  const depots = sql`select g.id from depots g where g.region_id = ${regionId}
    and ${depotIsVisible(viewer)}`;
  const { rows } = await sql<{ vehicles: number; off_road: number }>`
    select count(*)::int as vehicles, (count(*) filter (where n.off_road))::int as off_road
    from (${vehiclesIn(trx, viewer, depots)}) n`.execute(trx);
  return rows[0] ?? { vehicles: 0, off_road: 0 };
}
