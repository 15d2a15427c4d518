import { COACHED_EVENTS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { reviewOfEvent } from '../../events/index.ts';

/** The distance of a driver in visible vehicles in a period, metres. Trips count at their start. */
export async function distanceOf(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<number> {
  const { rows } = await sql<{ metres: number }>`
    select coalesce(sum(t.distance_m), 0)::float8 as metres from trips t
    where t.driver_id = ${driverId} and t.started_at >= ${start} and t.started_at < ${end}
      and t.vehicle_id in (select v.id from (${visibleVehicles(trx, viewer)}) v)`.execute(trx);
  return rows[0]?.metres ?? 0;
}

/** The events of driving style of a driver in a period, by code; dismissed ones do not count. */
export async function eventCounts(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ code: number; events: number }>`
    select e.event_code as code, count(*)::int as events from fleet_events e
    where e.driver_id = ${driverId} and e.occurred_at >= ${start} and e.occurred_at < ${end}
      and e.event_code = any(${[...COACHED_EVENTS]}::int[])
      and e.vehicle_id in (select v.id from (${visibleVehicles(trx, viewer)}) v)
      and not exists (select from event_reviews r where ${reviewOfEvent} and r.state = 'dismissed')
    group by e.event_code`.execute(trx);
  return new Map(rows.map(({ code, events }) => [code, events]));
}
