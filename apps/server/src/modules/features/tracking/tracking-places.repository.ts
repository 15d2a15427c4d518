import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible } from '../../core/fleet/index.ts';

interface DepotPlaceRow {
  id: number;
  name: string;
  lat: number | null;
  long: number | null;
  address: string | null;
}

/** A page of the visible depots with their positions, by name. */
export async function depotPlaces(
  trx: Transaction,
  viewer: Viewer,
  { search, limit, offset, descending }: Page,
): Promise<{ count: number; results: DepotPlaceRow[] }> {
  const matching = sql`${depotIsVisible(viewer)}
    and (${search} = '' or g.name ilike ${containsPattern(search)})`;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const { rows } = await sql<DepotPlaceRow>`
    select g.id, g.name, g.latitude as lat, g.longitude as long,
      nullif(concat_ws(', ', nullif(a.address1, ''), nullif(a.address2, ''), nullif(a.city, ''),
        nullif(a.county, ''), nullif(a.postcode, ''), nullif(a.country, '')), '') as address
    from depots g
    left join addresses a on a.id = g.address_id
    where ${matching}
    order by lower(g.name) ${direction}, g.id ${direction}
    limit ${limit} offset ${offset}`.execute(trx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from depots g where ${matching}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, results: rows };
}

/** The end of the last trip of a vehicle, ms since 1970; null without one and while it is in progress. */
export async function lastTripEnd(trx: Transaction, vehicleId: number): Promise<number | null> {
  const { rows } = await sql<{ end_ms: number; in_progress: boolean }>`
    select (extract(epoch from ended_at) * 1000)::float8 as end_ms, in_progress
    from trips where vehicle_id = ${vehicleId}
    order by started_at desc limit 1`.execute(trx);
  const [last] = rows;
  return last === undefined || last.in_progress ? null : last.end_ms;
}
