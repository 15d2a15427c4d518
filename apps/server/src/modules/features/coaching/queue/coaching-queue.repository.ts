import {
  EVENT_TYPES,
  type EventSeverity,
  SERIOUS_SEVERITIES,
  severityOf,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { type DriverName, visibleDrivers, visibleVehicles } from '../../../core/fleet/index.ts';
import { hasVideo, reviewOfEvent } from '../../events/index.ts';

export interface QueueFilter {
  readonly depot?: number | undefined;
  readonly driver?: number | undefined;
  readonly severity?: EventSeverity | undefined;
  readonly film?: 'true' | undefined;
}

/** A driver with marked events. Times in ms since 1970 UTC. */
export interface QueueRow {
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly events: number;
  readonly serious: number;
  readonly with_film: number;
  readonly oldest_ms: number;
  readonly newest_ms: number;
  readonly session_id: number | null;
}

const codesOf = (severities: readonly EventSeverity[]) => {
  const codes = EVENT_TYPES.map(({ eventCode }) => eventCode);
  return sql`${codes.filter((code) => severities.includes(severityOf(code)))}::int[]`;
};

/** The marked events `e` of visible vehicles that wait for a session. */
function queued(trx: Transaction, viewer: Viewer, filter: QueueFilter): RawBuilder<unknown> {
  const { depot, driver, film, severity } = filter;
  const conditions = [
    sql`r.state in ('new', 'reviewed')`,
    sql`not exists (select from coaching_session_events c where c.review_id = r.id)`,
    ...(driver === undefined ? [] : [sql`e.driver_id = ${driver}`]),
    ...(severity === undefined ? [] : [sql`e.event_code = any(${codesOf([severity])})`]),
    ...(film === undefined ? [] : [hasVideo]),
    ...(depot === undefined
      ? []
      : [
          sql`e.vehicle_id in (select o.vehicle_id from vehicle_depots o where o.depot_id = ${depot})`,
        ]),
  ];
  return sql`select e.id, e.driver_id, e.event_code, e.occurred_at, m.review_id, ${hasVideo} as has_film
    from coaching_marks m join event_reviews r on r.id = m.review_id
    join fleet_events e on ${reviewOfEvent}
    join (${visibleVehicles(trx, viewer)}) v on v.id = e.vehicle_id
    where ${sql.join(conditions, sql` and `)}`;
}

const ms = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

/** The planned session of the driver `d` that is next; null without one. */
const plannedSession = sql`(select s.id from coaching_sessions s where s.driver_id = d.id
  and s.state = 'planned' order by s.planned_on, s.id limit 1)`;

/** A page of the visible drivers with marked events. */
export async function queuePage(
  trx: Transaction,
  viewer: Viewer,
  filter: QueueFilter,
  page: Page,
): Promise<{ count: number; rows: readonly QueueRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const name = sql`lower(d.surname), lower(d.first_name), d.id`;
  const order =
    page.orderBy === 'name'
      ? sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id`
      : page.orderBy === 'events' && !page.descending
        ? sql`q.events, ${name}`
        : sql`q.events desc, ${name}`;
  const search =
    page.search === ''
      ? sql`true`
      : sql`d.first_name || ' ' || d.surname ilike ${containsPattern(page.search)}`;
  return exactPage<QueueRow>(trx, page, {
    columns: sql`d.id as driver_id, d.first_name, d.surname, q.events, q.serious, q.with_film,
      q.oldest_ms, q.newest_ms, ${plannedSession} as session_id`,
    matching: sql`from (select w.driver_id, count(*)::int as events,
        count(*) filter (where w.event_code = any(${codesOf(SERIOUS_SEVERITIES)}))::int as serious,
        count(*) filter (where w.has_film)::int as with_film, ${ms(sql`min(w.occurred_at)`)} as oldest_ms,
        ${ms(sql`max(w.occurred_at)`)} as newest_ms
      from (${queued(trx, viewer, filter)}) w group by w.driver_id) q
      join drivers d on d.id = q.driver_id
      where ${await visibleDrivers(trx, viewer)} and ${search}`,
    order,
  });
}

/** A page of the visible drivers who are not archived, by first name unless the page says otherwise. */
export async function coachedDrivers(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: DriverName[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const [first, second] =
    page.orderBy === 'surname'
      ? [sql`lower(d.surname)`, sql`lower(d.first_name)`]
      : [sql`lower(d.first_name)`, sql`lower(d.surname)`];
  const search =
    page.search === ''
      ? sql`true`
      : sql`d.first_name || ' ' || d.surname ilike ${containsPattern(page.search)}`;
  return exactPage<DriverName>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname`,
    matching: sql`from drivers d
      where d.archived_at is null and ${await visibleDrivers(trx, viewer)} and ${search}`,
    order: sql`${first} ${to}, ${second} ${to}, d.id ${to}`,
  });
}

/** The marked events of a driver that wait for a session, newest first, with their reviews. */
export async function queuedEvents(
  trx: Transaction,
  viewer: Viewer,
  filter: QueueFilter & { readonly driver: number },
  limit: number,
): Promise<{ id: number; review_id: string }[]> {
  const { rows } = await sql<{ id: number; review_id: string }>`
    select w.id::float8 as id, w.review_id from (${queued(trx, viewer, filter)}) w
    order by w.occurred_at desc, w.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** The next planned session of a driver; null without one. */
export async function plannedSessionOf(trx: Transaction, driverId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select ${plannedSession} as id
    from drivers d where d.id = ${driverId}`.execute(trx);
  return rows[0]?.id ?? null;
}
