import type {
  CoachingCount,
  DismissalReason,
  EventCode,
  EventSide,
  ReviewState,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';
import {
  isAssignedTo,
  isDismissedAs,
  isInState,
  isOverdue,
  isReviewedSince,
  reviewOfEvent,
} from './reviews/events-reviews.repository.ts';

export interface EventRow {
  /** A bigint, which arrives as text. */
  id: string;
  vehicle_id: number;
  registration: string;
  event_code: EventCode;
  occurred_ms: number;
  ended_ms: number | null;
  latitude: number | null;
  longitude: number | null;
  heading_deg: number | null;
  speed_kmh: number | null;
  source: 'device' | 'computed';
  value: number | null;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  geofence_id: number | null;
  geofence_name: string | null;
  /** Whether a ready clip shows the moment. */
  has_video: boolean;
  /** A clip that shows the moment, preferably the clip of the event. */
  clip_id: string | null;
  /** The thumbnail of such a clip, preferably of the clip of the event. */
  thumbnail_id: string | null;
}

/** Filter of events; the end is exclusive. */
export interface EventFilter {
  readonly start: Date;
  readonly end: Date;
  /** Empty for all types. */
  readonly codes: readonly number[];
  readonly eventId?: number | undefined;
  readonly vehicleId?: number | undefined;
  readonly depotId?: number | undefined;
  readonly driverId?: number | undefined;
  /** States of the review. */
  readonly states?: readonly ReviewState[] | undefined;
  readonly dismissalReason?: DismissalReason | undefined;
  readonly reviewedSince?: Date | undefined;
  /** Events that a figure of coaching counts. */
  readonly counted?: CoachingCount | undefined;
  readonly side?: EventSide | undefined;
  readonly assigneeId?: number | undefined;
  /** Only events that were due before this day, YYYY-MM-DD, and are still new. */
  readonly dueBefore?: string | undefined;
  /** Part of a registration; empty for all. */
  readonly search: string;
}

/** Page and sort. */
export interface EventPage {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst: boolean;
}

type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]) => sql.join([...conditions], sql` and `);
const codesOf = (codes: readonly number[]) => sql`${[...codes]}::int[]`;

/** Condition: a device warned of this side; without a side it counts as left. */
const isOnSide = (side: EventSide): RawBuilder<unknown> =>
  side === 'right' ? sql`e.value > 0` : sql`coalesce(e.value, 0) <= 0`;

/** Condition: the class of the road of the event `e` is known. */
const hasClass = sql`exists (select from event_exposures x where x.vehicle_id = e.vehicle_id
  and x.occurred_at = e.occurred_at and x.event_code = e.event_code)`;

/** Whether each event of the filter has a review. */
export const isReviewed = ({
  dismissalReason,
  reviewedSince,
  states,
}: Pick<EventFilter, 'dismissalReason' | 'reviewedSince' | 'states'>): boolean =>
  dismissalReason !== undefined ||
  reviewedSince !== undefined ||
  (states !== undefined && !states.includes('new'));

/** The conditions of the filter for an event `e`, besides vehicle and type. */
function conditionsOf(filter: EventFilter): readonly Condition[] {
  const { assigneeId, counted, dismissalReason, driverId, dueBefore, end, eventId } = filter;
  const { reviewedSince, side, start, states } = filter;
  const notDismissed = sql`not exists (select from event_reviews r
    where ${reviewOfEvent} and r.state = 'dismissed')`;
  return [
    sql`e.occurred_at >= ${start}`,
    sql`e.occurred_at < ${end}`,
    ...(eventId === undefined ? [] : [sql`e.id = ${eventId}`]),
    ...(driverId === undefined ? [] : [sql`e.driver_id = ${driverId}`]),
    ...(states === undefined ? [] : [isInState(states)]),
    ...(dismissalReason === undefined ? [] : [isDismissedAs(dismissalReason)]),
    ...(reviewedSince === undefined ? [] : [isReviewedSince(reviewedSince)]),
    ...(assigneeId === undefined ? [] : [isAssignedTo(assigneeId)]),
    ...(dueBefore === undefined ? [] : [isOverdue(dueBefore)]),
    ...(counted === undefined ? [] : [notDismissed]),
    ...(counted === 'score' ? [hasClass] : []),
    ...(side === undefined ? [] : [isOnSide(side)]),
  ];
}

/**
 * Streams of events that an index holds sorted by time: one per vehicle if the filter names
 * vehicles, else one per customer or per event code. From each stream only as many rows are read as
 * the page may need, so that a page is fast for any range and fleet size. Events that must have a
 * review are read from the reviews, which are few.
 */
function streams(trx: Transaction, viewer: Viewer, filter: EventFilter, page: EventPage) {
  const { start, end, codes, vehicleId, depotId, driverId, search } = filter;
  const within = conditionsOf(filter);
  const order = page.newestFirst ? sql`e.occurred_at desc, e.id desc` : sql`e.occurred_at, e.id`;
  const ofReviews = isReviewed(filter);
  const source = ofReviews
    ? sql`event_reviews r join fleet_events e on ${reviewOfEvent}`
    : sql`fleet_events e`;
  const reviewed = ofReviews ? [sql`r.occurred_at >= ${start}`, sql`r.occurred_at < ${end}`] : [];
  const stream = (conditions: readonly Condition[]) => sql`
    cross join lateral (select e.* from ${source}
      where ${all([...conditions, ...within, ...reviewed])}
      order by ${order} limit ${page.offset + page.limit}) e`;
  let vehicles = visibleVehicles(trx, viewer);
  if (vehicleId !== undefined) vehicles = vehicles.where('v.id', '=', vehicleId);
  if (search !== '') vehicles = vehicles.where('v.registration', 'ilike', containsPattern(search));
  if (depotId !== undefined) {
    vehicles = vehicles.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const some =
    vehicleId !== undefined ||
    search !== '' ||
    depotId !== undefined ||
    viewer.depotScope !== 'all';
  const ofCode = codes.length === 0 ? [] : [sql`e.event_code = any(${codesOf(codes)})`];
  if (some) {
    const ofVehicle = stream([sql`e.vehicle_id = v.id`, ...ofCode]);
    return { order, from: sql`(${vehicles}) v ${ofVehicle}` };
  }
  const customers = viewer.isGlobalAdmin
    ? sql`(select id as customer_id from customers)`
    : sql`(select ${viewer.customerId ?? 0}::int as customer_id)`;
  const ofActiveVehicle = sql`exists (select from vehicles a where a.id = e.vehicle_id and a.is_active)`;
  const ofCustomer = [
    sql`e.customer_id = c.customer_id`,
    ...(ofReviews ? [sql`r.customer_id = c.customer_id`] : []),
    ofActiveVehicle,
  ];
  // The reviews of a customer and the events of a driver are few: one stream has all types.
  const isOneStream = codes.length === 0 || ofReviews || driverId !== undefined;
  const from = isOneStream
    ? sql`${customers} c ${stream([...ofCustomer, ...ofCode])}`
    : sql`${customers} c cross join unnest(${codesOf(codes)}) as k (code)
          ${stream([...ofCustomer, sql`e.event_code = k.code`])}`;
  return { order, from };
}

/**
 * Condition: `r` is a ready clip of the vehicle that shows the moment; no clip is longer than a
 * day.
 */
const showsMoment = sql`r.vehicle_id = e.vehicle_id and r.state = 'ready'
  and r.started_at <= e.occurred_at and r.started_at > e.occurred_at - interval '1 day'
  and r.started_at + make_interval(secs => r.duration_s) >= e.occurred_at`;

/** Condition: a ready clip with video shows the event `e`. */
export const hasVideo = sql`exists (select from video_requests r
  where ${showsMoment}
    and exists (select from video_request_files f where f.request_id = r.id and f.kind = 'video'))`;

const clip = sql`(select r.id from video_requests r
  where ${showsMoment}
    and exists (select from video_request_files f where f.request_id = r.id)
  order by (r.event_code = e.event_code and r.event_at = e.occurred_at) desc nulls last, r.id limit 1)`;

const thumbnail = sql`(select t.file_id from video_requests r
  join video_request_files t on t.request_id = r.id and t.kind = 'thumbnail'
  where ${showsMoment}
  order by (r.event_code = e.event_code and r.event_at = e.occurred_at) desc nulls last, r.id limit 1)`;

/** The events `e` of a table expression, with names and the clip that shows them. */
const namedEvents = (from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<EventRow>`
    select e.id, e.vehicle_id, v.registration, e.event_code, e.latitude, e.longitude,
      (extract(epoch from e.occurred_at) * 1000)::float8 as occurred_ms,
      (extract(epoch from e.ended_at) * 1000)::float8 as ended_ms, e.heading_deg, e.speed_kmh,
      e.source, e.value, e.driver_id, d.first_name, d.surname, e.geofence_id,
      g.name as geofence_name, ${hasVideo} as has_video,
      ${clip} as clip_id, ${thumbnail} as thumbnail_id
    from ${from} e
    join vehicles v on v.id = e.vehicle_id
    left join drivers d on d.id = e.driver_id
    left join geofences g on g.id = e.geofence_id
    order by ${order}`;

/** A page of the visible events, with names. */
export async function eventRows(
  trx: Transaction,
  viewer: Viewer,
  filter: EventFilter,
  page: EventPage,
): Promise<EventRow[]> {
  const { order, from } = streams(trx, viewer, filter, page);
  const { rows } = await sql<EventRow>`
    with page as materialized (select e.* from ${from}
      order by ${order} limit ${page.limit} offset ${page.offset})
    ${namedEvents(sql`page`, order)}`.execute(trx);
  return rows;
}

/** Events by id, newest first. The caller has checked that they may be seen. */
export async function eventsByIds(
  trx: Transaction,
  eventIds: readonly number[],
): Promise<EventRow[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await namedEvents(
    sql`(select f.* from fleet_events f where f.id = any(${[...eventIds]}::bigint[]))`,
    sql`e.occurred_at desc, e.id desc`,
  ).execute(trx);
  return rows;
}

/** The number of visible events; counting stops at the limit. */
export async function countEvents(
  trx: Transaction,
  viewer: Viewer,
  filter: EventFilter,
  limit: number,
): Promise<number> {
  const { from } = streams(trx, viewer, filter, { limit, offset: 0, newestFirst: true });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${from} limit ${limit}) e`.execute(trx);
  return rows[0]?.count ?? 0;
}
