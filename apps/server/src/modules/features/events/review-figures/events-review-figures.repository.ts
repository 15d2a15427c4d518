import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** Reviews `r` of visible vehicles `v`. */
const visibleReviews = (trx: Transaction, viewer: Viewer) =>
  sql`event_reviews r join (${visibleVehicles(trx, viewer)}) v on v.id = r.vehicle_id`;

/** A review can outlast its event; then nobody sees it. */
const hasEvent = sql`exists (select from fleet_events e where e.vehicle_id = r.vehicle_id
  and e.occurred_at = r.occurred_at and e.event_code = r.event_code
  and e.geofence_key = r.geofence_key)`;

export interface OpenReviews {
  overdue: number;
  mine: number;
  reviewed: number;
}

/** Counts of the reviews of visible vehicles; `today` is YYYY-MM-DD. */
export async function openReviews(
  trx: Transaction,
  viewer: Viewer,
  at: {
    readonly today: string;
    readonly since: Date;
    readonly changedSince: Date;
    /** Only reviewed events that occurred since. */
    readonly reviewedSince: Date;
  },
): Promise<OpenReviews> {
  const { rows } = await sql<OpenReviews>`
    select (count(*) filter (where r.state = 'new' and r.due_on < ${at.today}::date
        and r.occurred_at >= ${at.since}))::int as overdue,
      (count(*) filter (where r.state = 'new' and r.assignee_id = ${viewer.userId}
        and r.occurred_at >= ${at.since}))::int as mine,
      (count(*) filter (where r.state <> 'new' and r.changed_at >= ${at.changedSince}
        and r.occurred_at >= ${at.reviewedSince}))::int as reviewed
    from ${visibleReviews(trx, viewer)} where ${hasEvent}`.execute(trx);
  return rows[0] ?? { overdue: 0, mine: 0, reviewed: 0 };
}

const reviewedCounts = sql`count(*)::int as reviewed,
  (count(*) filter (where r.dismissal_reason = 'false_alarm'))::int as false_alarms`;

export interface TypeRates {
  event_code: number;
  reviewed: number;
  false_alarms: number;
}

/** Reviewed events and false alarms since a time by type of event, most false alarms first. */
export async function ratesByType(
  trx: Transaction,
  viewer: Viewer,
  since: Date,
): Promise<TypeRates[]> {
  const { rows } = await sql<TypeRates>`select r.event_code, ${reviewedCounts}
    from ${visibleReviews(trx, viewer)} where r.state <> 'new' and r.occurred_at >= ${since}
      and ${hasEvent}
    group by r.event_code order by false_alarms desc, reviewed desc, r.event_code`.execute(trx);
  return rows;
}

export interface VehicleRates {
  vehicle_id: number;
  registration: string;
  devices: string[];
  reviewed: number;
  false_alarms: number;
}

/** The same by vehicle, with its devices; at most `limit` vehicles. */
export async function ratesByVehicle(
  trx: Transaction,
  viewer: Viewer,
  since: Date,
  limit: number,
): Promise<VehicleRates[]> {
  const { rows } = await sql<VehicleRates>`
    select c.*, array(select coalesce(nullif(t.model, ''), t.number) from trackers t
      where t.vehicle_id = c.vehicle_id and t.archived_at is null order by t.number) as devices
    from (select r.vehicle_id, v.registration, ${reviewedCounts}
      from ${visibleReviews(trx, viewer)} where r.state <> 'new' and r.occurred_at >= ${since}
        and ${hasEvent}
      group by r.vehicle_id, v.registration
      order by false_alarms desc, reviewed desc, v.registration limit ${limit}) c
    order by false_alarms desc, reviewed desc, registration`.execute(trx);
  return rows;
}
