import { type DismissalReason, REVIEW_STATES, type ReviewState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** Condition: `r` is the review of the event `e`. */
export const reviewOfEvent = sql`r.vehicle_id = e.vehicle_id and r.occurred_at = e.occurred_at
  and r.event_code = e.event_code and r.geofence_key = e.geofence_key`;

/** Condition: the event `e` is in one of these states; an event without a review is new. */
export function isInState(states: readonly ReviewState[]): RawBuilder<unknown> {
  const others = REVIEW_STATES.filter((state) => !states.includes(state));
  return states.includes('new')
    ? sql`not exists (select from event_reviews r
        where ${reviewOfEvent} and r.state = any(${others}::text[]))`
    : sql`exists (select from event_reviews r
        where ${reviewOfEvent} and r.state = any(${[...states]}::text[]))`;
}

/** Condition: the event `e` was dismissed with this reason. */
export const isDismissedAs = (reason: DismissalReason): RawBuilder<unknown> =>
  sql`exists (select from event_reviews r
    where ${reviewOfEvent} and r.dismissal_reason = ${reason})`;

/** Condition: the review of the event `e` changed at this time or later. */
export const isReviewedSince = (since: Date): RawBuilder<unknown> =>
  sql`exists (select from event_reviews r where ${reviewOfEvent} and r.changed_at >= ${since})`;

/** Condition: the event `e` is assigned to the user. */
export function isAssignedTo(userId: number): RawBuilder<unknown> {
  return sql`exists (select from event_reviews r
    where ${reviewOfEvent} and r.assignee_id = ${userId})`;
}

/** Condition: the event `e` is still new after its due date. */
export function isOverdue(today: string): RawBuilder<unknown> {
  return sql`exists (select from event_reviews r
    where ${reviewOfEvent} and r.state = 'new' and r.due_on < ${today}::date)`;
}

export interface ReviewRow {
  /** Id of the event, a bigint, which arrives as text. */
  event_id: string;
  /** Id of the review. */
  id: string;
  state: ReviewState;
  dismissal_reason: DismissalReason | null;
  assignee_id: number | null;
  assignee_name: string | null;
  due_on: string | null;
  for_coaching: boolean;
  notes: number;
  changed_by: number | null;
  changer_name: string | null;
  changed_ms: number;
  version: number;
}

const nameOf = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), ''),
    ${sql.ref(`${alias}.email`)})`;

/** The reviews of events, by the id of the event. The caller has checked that these are visible. */
export async function reviewsOf(
  trx: Transaction,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, ReviewRow>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await sql<ReviewRow>`
    select e.id as event_id, r.id, r.state, r.dismissal_reason, r.assignee_id,
      ${nameOf('a')} as assignee_name, to_char(r.due_on, 'YYYY-MM-DD') as due_on,
      exists (select from coaching_marks m where m.review_id = r.id) as for_coaching,
      (select count(*)::int from event_review_notes n where n.review_id = r.id) as notes,
      r.changed_by, ${nameOf('c')} as changer_name,
      (extract(epoch from r.changed_at) * 1000)::float8 as changed_ms, r.version
    from fleet_events e
    join event_reviews r on ${reviewOfEvent}
    left join users a on a.id = r.assignee_id
    left join users c on c.id = r.changed_by
    where e.id = any(${[...eventIds]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [Number(row.event_id), row]));
}

export interface VisibleEvent {
  id: string;
  customer_id: number;
  vehicle_id: number;
  event_code: number;
  registration: string;
}

/** The visible events among those given. */
export async function visibleEvents(
  trx: Transaction,
  viewer: Viewer,
  eventIds: readonly number[],
): Promise<readonly VisibleEvent[]> {
  const { rows } = await sql<VisibleEvent>`
    select e.id, e.customer_id, e.vehicle_id, e.event_code, v.registration
    from fleet_events e join (${visibleVehicles(trx, viewer)}) v on v.id = e.vehicle_id
    where e.id = any(${[...eventIds]}::bigint[]) order by e.id`.execute(trx);
  return rows;
}

/**
 * Creates the missing reviews of events in their first state, and locks all of them until the
 * transaction ends. Always in the same sequence, to prevent deadlocks.
 */
export async function lockReviews(trx: Transaction, eventIds: readonly number[]): Promise<void> {
  const ids = sql`${[...eventIds]}::bigint[]`;
  await sql`insert into event_reviews
      (customer_id, vehicle_id, event_code, occurred_at, geofence_key, state, version)
    select e.customer_id, e.vehicle_id, e.event_code, e.occurred_at, e.geofence_key, 'new', 0
    from fleet_events e where e.id = any(${ids})
    order by e.vehicle_id, e.occurred_at, e.event_code, e.geofence_key
    on conflict (vehicle_id, occurred_at, event_code, geofence_key) do nothing`.execute(trx);
  await sql`select r.id from event_reviews r join fleet_events e on ${reviewOfEvent}
    where e.id = any(${ids}) order by r.id for update of r`.execute(trx);
}

/** New values; absent ones stay unchanged. */
export interface ReviewChange {
  readonly state?: ReviewState | undefined;
  readonly dismissal_reason?: DismissalReason | undefined;
  readonly assignee?: number | null | undefined;
  readonly due_on?: string | null | undefined;
  readonly for_coaching?: boolean | undefined;
  readonly note?: string | undefined;
}

async function markForCoaching(
  trx: Transaction,
  userId: number,
  reviewIds: readonly string[],
  isMarked: boolean | undefined,
): Promise<void> {
  const ids = sql`${[...reviewIds]}::bigint[]`;
  if (isMarked === true) {
    await sql`insert into coaching_marks (review_id, customer_id, marked_by)
      select r.id, r.customer_id, ${userId} from event_reviews r where r.id = any(${ids})
      on conflict do nothing`.execute(trx);
  } else if (isMarked === false) {
    await sql`delete from coaching_marks where review_id = any(${ids})`.execute(trx);
  }
}

/** Changes locked reviews, and adds the note to each. */
export async function changeReviews(
  trx: Transaction,
  userId: number,
  reviewIds: readonly string[],
  change: ReviewChange,
): Promise<void> {
  const set = [sql`version = version + 1`, sql`changed_by = ${userId}`, sql`changed_at = now()`];
  const { state, assignee, due_on, note } = change;
  if (state !== undefined) {
    set.push(sql`state = ${state}`, sql`dismissal_reason = ${change.dismissal_reason ?? null}`);
  }
  if (assignee !== undefined) set.push(sql`assignee_id = ${assignee}::int`);
  if (due_on !== undefined) set.push(sql`due_on = ${due_on}::date`);
  const ids = sql`${[...reviewIds]}::bigint[]`;
  await markForCoaching(trx, userId, reviewIds, change.for_coaching);
  await sql`update event_reviews set ${sql.join(set, sql`, `)} where id = any(${ids})`.execute(trx);
  if (note === undefined) return;
  await sql`insert into event_review_notes (customer_id, review_id, author_id, text)
    select r.customer_id, r.id, ${userId}, ${note} from event_reviews r where r.id = any(${ids})
    order by r.id`.execute(trx);
}

export interface NoteRow {
  id: string;
  author_id: number | null;
  author_name: string | null;
  text: string;
  created_ms: number;
  total: number;
}

/** A page of the notes of an event, with their total number. */
export async function notesOf(
  trx: Transaction,
  eventId: number,
  page: { readonly limit: number; readonly offset: number; readonly newestFirst: boolean },
): Promise<readonly NoteRow[]> {
  const order = page.newestFirst ? sql`n.id desc` : sql`n.id`;
  const { rows } = await sql<NoteRow>`
    select n.id, n.author_id, ${nameOf('u')} as author_name, n.text,
      (extract(epoch from n.created_at) * 1000)::float8 as created_ms,
      (count(*) over ())::int as total
    from fleet_events e
    join event_reviews r on ${reviewOfEvent}
    join event_review_notes n on n.review_id = r.id
    left join users u on u.id = n.author_id
    where e.id = ${eventId} order by ${order} limit ${page.limit} offset ${page.offset}`.execute(
    trx,
  );
  return rows;
}
