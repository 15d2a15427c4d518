import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/** A depot with its vehicles, by registration. */
export interface VehicleGroup {
  id: number;
  name: string;
  vehicles: { id: number; registration: string; type: VehicleType }[];
}

/**
 * A page of the visible depots, by name, each with its visible vehicles. A search keeps depots
 * whose name matches with all their vehicles, and in other depots the vehicles whose registration
 * matches.
 *
 * @param trackersOnly keep only vehicles with a tracker, and depots with such vehicles
 */
export async function vehicleGroups(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  trackersOnly: boolean,
): Promise<{ count: number; groups: VehicleGroup[] }> {
  const pattern = containsPattern(page.search);
  const tracked = trackersOnly
    ? sql`and exists (select from trackers t where t.vehicle_id = v.id)`
    : sql``;
  const { rows } = await sql<VehicleGroup & { count: number }>`
    with visible as materialized (${visibleVehicles(trx, viewer)}),
    listed as (
      select g.id, g.name, coalesce(
        (select jsonb_agg(jsonb_build_object('id', v.id, 'registration', v.registration,
            'type', v.type) order by v.registration, v.id)
          from vehicle_depots vd join visible v on v.id = vd.vehicle_id
          where vd.depot_id = g.id ${tracked}
            and (g.name ilike ${pattern} or v.registration ilike ${pattern})),
        '[]') as vehicles
      from depots g where ${depotIsVisible(viewer)}
    ),
    kept as (
      select * from listed where vehicles <> '[]'
        or (${!trackersOnly}::boolean and name ilike ${pattern})
    )
    select k.id, k.name, k.vehicles, (count(*) over ())::int as count from kept k
    order by lower(k.name) ${page.descending ? sql`desc` : sql`asc`}, k.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const [first] = rows;
  if (first === undefined && page.offset > 0) {
    // Past the last page, take the count from the first.
    return {
      count: (await vehicleGroups(trx, viewer, { ...page, limit: 1, offset: 0 }, trackersOnly))
        .count,
      groups: [],
    };
  }
  return { count: first?.count ?? 0, groups: rows.map(({ count, ...group }) => group) };
}
