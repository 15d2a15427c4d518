import { COACHED_EVENTS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { reviewOfEvent } from '../../events/index.ts';

/** The driving and the events of a driver in a period, by class of road. */
export interface ScoreRow {
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly urban_m: number;
  readonly urban_s: number;
  readonly rural_m: number;
  readonly rural_s: number;
  readonly motorway_m: number;
  readonly motorway_s: number;
  readonly urban_events: number;
  readonly rural_events: number;
  readonly motorway_events: number;
}

/** The exposure and events of all drivers of visible vehicles. Dismissed events do not count. */
export async function scoreRows(
  trx: Transaction,
  viewer: Viewer,
  { start, end }: { readonly start: Date; readonly end: Date },
  depotId: number | undefined,
): Promise<readonly ScoreRow[]> {
  let vehicles = visibleVehicles(trx, viewer);
  if (depotId !== undefined) {
    vehicles = vehicles.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const sum = (column: string) => sql`sum(x.${sql.ref(column)})::float8 as ${sql.ref(column)}`;
  const events = (name: string) =>
    sql`coalesce(k.${sql.ref(name)}, 0)::int as ${sql.ref(`${name}_events`)}`;
  const counted = (name: string) =>
    sql`count(*) filter (where x.class = ${name}) as ${sql.ref(name)}`;
  const { rows } = await sql<ScoreRow>`
    with visible as materialized (select id from (${vehicles}) v),
    driven as (
      select t.driver_id, ${sum('urban_m')}, ${sum('urban_s')}, ${sum('rural_m')}, ${sum('rural_s')},
        ${sum('motorway_m')}, ${sum('motorway_s')}
      from trips t join trip_exposures x on x.vehicle_id = t.vehicle_id and x.started_at = t.started_at
      where t.vehicle_id in (select id from visible) and t.driver_id is not null
        and t.started_at >= ${start} and t.started_at < ${end}
      group by t.driver_id),
    counted as (
      select e.driver_id, ${counted('urban')}, ${counted('rural')}, ${counted('motorway')}
      from fleet_events e join event_exposures x on x.vehicle_id = e.vehicle_id
        and x.occurred_at = e.occurred_at and x.event_code = e.event_code
      where e.vehicle_id in (select id from visible) and e.driver_id is not null
        and e.occurred_at >= ${start} and e.occurred_at < ${end}
        and e.event_code = any(${[...COACHED_EVENTS]}::int[])
        and not exists (select from event_reviews r where ${reviewOfEvent} and r.state = 'dismissed')
      group by e.driver_id)
    select d.id as driver_id, d.first_name, d.surname, w.urban_m, w.urban_s, w.rural_m, w.rural_s,
      w.motorway_m, w.motorway_s, ${events('urban')}, ${events('rural')}, ${events('motorway')}
    from driven w join drivers d on d.id = w.driver_id left join counted k on k.driver_id = w.driver_id
    order by lower(d.surname), lower(d.first_name), d.id`.execute(trx);
  return rows;
}
