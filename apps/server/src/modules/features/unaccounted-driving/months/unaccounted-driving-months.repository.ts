import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleGaps } from '../unaccounted-driving.repository.ts';

/** Distances of a driver or vehicle in a month, in metres; time at the wheel in seconds. */
export interface MonthRow {
  /** The first day, YYYY-MM-DD in UTC. */
  readonly month: string;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly count: number;
  readonly driven: number;
  readonly without_card: number;
  readonly other_card: number;
  readonly not_recorded: number;
  readonly missing_download: number;
  readonly tracker_gap: number;
  readonly total: number;
}

/** Days are YYYY-MM-DD in UTC, and both ends are included. */
export interface MonthFilter {
  readonly by: 'driver' | 'vehicle';
  readonly from: string;
  readonly to: string;
  readonly depot?: number | undefined;
}

/**
 * Sums of the visible gaps that nobody has explained, the newest month first. A stretch that two kinds
 * name, such as driving without a card and without the tracker, counts in both and in the total twice.
 */
export async function monthRows(
  trx: Transaction,
  viewer: Viewer,
  { by, depot, from, to }: MonthFilter,
): Promise<readonly MonthRow[]> {
  const who =
    by === 'vehicle'
      ? sql`g.vehicle_id, v.registration, null::int as driver_id, null as first_name, null as surname`
      : sql`null::int as vehicle_id, null as registration, g.driver_id, d.first_name, d.surname`;
  const sumOf = (kind: string) =>
    sql`coalesce(sum(distance_m) filter (where kind = ${kind}), 0)::float8`;
  const { rows } = await sql<MonthRow>`
    select month::text, vehicle_id, registration, driver_id, first_name, surname,
      count(*)::int as count, sum(driven_s)::float8 as driven,
      ${sumOf('without_card')} as without_card, ${sumOf('other_card')} as other_card,
      ${sumOf('not_recorded')} as not_recorded, ${sumOf('missing_download')} as missing_download,
      ${sumOf('tracker_gap')} as tracker_gap, coalesce(sum(distance_m), 0)::float8 as total
    from (select date_trunc('month', g.started_at at time zone 'UTC')::date as month, g.kind,
        g.driven_s, g.distance_m, ${who}
      ${visibleGaps(viewer)} and g.state <> 'explained' and not g.is_outdated
        and g.started_at >= ${from}::date at time zone 'UTC'
        and g.started_at < (${to}::date + 1) at time zone 'UTC'
        and (${depot ?? null}::int is null or g.vehicle_id in
          (select p.vehicle_id from vehicle_depots p where p.depot_id = ${depot ?? null}::int))) x
    group by month, vehicle_id, registration, driver_id, first_name, surname
    order by month desc, total desc, registration, surname, first_name, driver_id`.execute(trx);
  return rows;
}
