import type { CoachingState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CoachingAction,
  exactPage,
  ms,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';
import { reviewOfEvent } from '../../events/index.ts';

/** A session. Days are YYYY-MM-DD, times in ms since 1970 UTC. */
export interface SessionRow {
  readonly id: number;
  readonly customer_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly coach_id: number | null;
  readonly coach_name: string | null;
  readonly state: CoachingState;
  readonly planned_on: string;
  readonly follow_up_on: string | null;
  readonly is_due: boolean;
  readonly note: string;
  readonly actions: CoachingAction[];
  readonly driver_comment: string;
  readonly signed_by: string | null;
  readonly held_ms: number | null;
  readonly acknowledged_ms: number | null;
  readonly events: number;
  /** The account of the driver; null without one. */
  readonly account_id: number | null;
  readonly version: number;
}

export interface SessionFilter {
  readonly id?: number | undefined;
  readonly driver?: number | undefined;
  readonly state?: CoachingState | undefined;
  readonly coach?: 'me' | undefined;
  readonly due?: 'true' | undefined;
}

const day = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

const isDue = (
  today: string,
) => sql<boolean>`(s.state = 'planned' and s.planned_on <= ${today}::date
  or s.state in ('held', 'acknowledged') and coalesce(s.follow_up_on <= ${today}::date, false))`;

const columnsOn = (today: string) => sql`s.id, s.customer_id, s.driver_id, d.first_name, d.surname,
  s.coach_id, (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = s.coach_id)
    as coach_name, s.state, ${day('s.planned_on')} as planned_on,
  ${day('s.follow_up_on')} as follow_up_on, ${isDue(today)} as is_due, s.note, s.actions,
  s.driver_comment, s.signed_by, ${ms('s.held_at')} as held_ms,
  ${ms('s.acknowledged_at')} as acknowledged_ms,
  (select count(*)::int from coaching_session_events c where c.session_id = s.id) as events,
  (select u.id from users u where u.driver_id = s.driver_id and u.is_active
    order by u.id limit 1) as account_id, s.version`;

function conditionsOf(
  filter: SessionFilter,
  of: { readonly search: string; readonly today: string; readonly userId: number },
): RawBuilder<unknown>[] {
  const { coach, driver, due, id, state } = filter;
  return [
    ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ...(driver === undefined ? [] : [sql`s.driver_id = ${driver}`]),
    ...(state === undefined ? [] : [sql`s.state = ${state}`]),
    ...(coach === undefined ? [] : [sql`s.coach_id = ${of.userId}`]),
    ...(due === undefined ? [] : [sql`s.state <> 'closed'`, isDue(of.today)]),
    ...(of.search === ''
      ? []
      : [sql`d.first_name || ' ' || d.surname ilike ${containsPattern(of.search)}`]),
  ];
}

function orderOf({ descending, orderBy }: Page): RawBuilder<unknown> {
  const to = descending ? sql`desc` : sql`asc`;
  if (orderBy === 'driver') return sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, s.id`;
  if (orderBy === 'state') return sql`s.state ${to}, s.planned_on desc, s.id desc`;
  if (orderBy === 'planned_on' && !descending) return sql`s.planned_on, s.id`;
  return sql`s.planned_on desc, s.id desc`;
}

/**
 * A page of the sessions of visible drivers, newest first unless the page says otherwise.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export async function sessionPage(
  trx: Transaction,
  viewer: Viewer,
  filter: SessionFilter,
  page: Page,
  today: string,
) {
  const of = { search: page.search, today, userId: viewer.userId };
  const conditions = [await visibleDrivers(trx, viewer), ...conditionsOf(filter, of)];
  return exactPage<SessionRow>(trx, page, {
    columns: columnsOn(today),
    matching: sql`from coaching_sessions s join drivers d on d.id = s.driver_id
      where ${sql.join(conditions, sql` and `)}`,
    order: orderOf(page),
  });
}

/** The last sessions of a driver, newest first, or one of them. */
export async function sessionsOfDriver(
  trx: Transaction,
  driverId: number,
  { id, limit, today }: { readonly id?: number; readonly limit: number; readonly today: string },
): Promise<SessionRow[]> {
  const one = id === undefined ? sql`` : sql`and s.id = ${id}`;
  const { rows } = await sql<SessionRow>`select ${columnsOn(today)}
    from coaching_sessions s join drivers d on d.id = s.driver_id
    where s.driver_id = ${driverId} ${one}
    order by s.planned_on desc, s.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** The values of a session that a coach enters. */
export interface SessionValues {
  readonly coach: number;
  readonly planned_on: string;
  readonly follow_up_on: string | null;
  readonly note: string;
  readonly actions: readonly CoachingAction[];
}

const valuesOf = ({ actions, coach, ...values }: SessionValues) => ({
  ...values,
  coach_id: coach,
  actions: JSON.stringify(actions),
});

/** Plans a session. Returns its id. */
export async function insertSession(
  trx: Transaction,
  of: { readonly customerId: number; readonly driverId: number },
  values: SessionValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('coaching_sessions')
    .values({ customer_id: of.customerId, driver_id: of.driverId, ...valuesOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The part of a session that a step or an answer changes. */
export type SessionChange = Partial<{
  state: CoachingState;
  held_at: Date;
  acknowledged_at: Date;
  closed_at: Date | null;
  driver_comment: string;
  signed_by: string;
}>;

/** Changes a session. Returns false if somebody else has changed it since. */
export async function updateSession(
  trx: Transaction,
  { id, version }: { readonly id: number; readonly version: number },
  change: SessionValues | SessionChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('coaching_sessions')
    .set({ ...('actions' in change ? valuesOf(change) : change), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteSession(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('coaching_sessions').where('id', '=', id).execute();
}

/** Adds events to a session. An event that another session took meanwhile is not added. */
export async function addSessionEvents(
  trx: Transaction,
  session: { readonly id: number; readonly customerId: number },
  reviewIds: readonly string[],
): Promise<void> {
  await sql`insert into coaching_session_events (review_id, session_id, customer_id)
    select i.id, ${session.id}, ${session.customerId}
    from unnest(${[...reviewIds]}::bigint[]) i (id) on conflict do nothing`.execute(trx);
}

/** The events of sessions that still exist, by session. */
export async function eventsOfSessions(trx: Transaction, sessionIds: readonly number[]) {
  const { rows } = await sql<{
    session_id: number;
    id: string;
    customer_id: number;
    vehicle_id: number;
    event_code: number;
    registration: string;
  }>`select c.session_id, e.id, e.customer_id, e.vehicle_id, e.event_code, v.registration
    from coaching_session_events c join event_reviews r on r.id = c.review_id
    join fleet_events e on ${reviewOfEvent} join vehicles v on v.id = e.vehicle_id
    where c.session_id = any(${[...sessionIds]}::int[]) order by e.id`.execute(trx);
  return rows;
}
