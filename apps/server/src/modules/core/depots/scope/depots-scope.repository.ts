import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../fleet/index.ts';
import type { PlaceRow } from '../depots.repository.ts';

/** A region with its visible depots. */
export interface RegionRow extends PlaceRow {
  readonly permission: string | null;
  readonly vehicle_groups: PlaceRow[];
}

/** The visible depots of a region `r`. */
const depotsOf = (viewer: Viewer) => sql`select g.id, g.name from depots g
  where g.region_id = r.id and ${depotIsVisible(viewer)}`;

/**
 * Condition: the viewer may see the region `r`. People who see every depot see all regions of the
 * customer; others those with a visible depot. Rows with the permission admin are hidden (L-08).
 */
function regionIsVisible(viewer: Viewer) {
  const shown = sql`${ofCustomer(viewer, 'r.customer_id')} and r.archived_at is null and r.permission is distinct from 'admin'`;
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

/** A depot of the chooser. */
interface DepotRow extends PlaceRow {
  readonly permission: string | null;
  readonly region: PlaceRow | null;
  readonly vehicle_count: number;
}

/** A page of the visible depots by name, each with the number of its visible vehicles. */
export async function visibleDepots(trx: Transaction, viewer: Viewer, page: Page) {
  return exactPage<DepotRow>(trx, page, {
    columns: sql`g.id, g.name, g.permission,
      (select jsonb_build_object('id', r.id, 'name', r.name) from regions r
        where r.id = g.region_id) as region,
      (select count(*) from vehicle_depots w where w.depot_id = g.id
        and w.vehicle_id in (select s.id from (${visibleVehicles(trx, viewer)}) s))::int as vehicle_count`,
    matching: sql`from depots g where ${depotIsVisible(viewer)}
      and g.name ilike ${containsPattern(page.search)}`,
    order: sql`lower(g.name) ${page.descending ? sql`desc` : sql`asc`}, g.id`,
  });
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
