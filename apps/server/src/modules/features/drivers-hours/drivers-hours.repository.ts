import { type ActivityKind, type ActivitySource, LEAVE_KINDS } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Leave } from '../../../engines/drivers-hours/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, ms, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { type DriverName, visibleDrivers } from '../../core/fleet/index.ts';

/** How far back the last work of a driver is looked for. */
const RECENT_MS = 35 * 24 * 3_600_000;
/** Longest trip (requirement M-P08): earlier ones have ended. */
const LONGEST_TRIP = sql`interval '7 days'`;

/** An activity with its origin. Times in ms since 1970 UTC. */
export interface StoredActivity {
  /** Null for a trip. */
  readonly id: number | null;
  readonly driverId: number;
  readonly kind: ActivityKind;
  readonly startMs: number;
  readonly endMs: number;
  readonly source: ActivitySource;
  readonly isCrew: boolean;
  readonly isFerry: boolean;
  readonly isOutOfScope: boolean;
  readonly note: string;
}

/** Drivers and a range of time, whose end is exclusive. */
interface Span {
  readonly driverIds: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
}

/** The activities of drivers that overlap a range, from cards and by hand, in sequence of time. */
export const storedActivities = (trx: Transaction, span: Span): Promise<StoredActivity[]> =>
  activitiesIn(trx, span, sql`true`);

/**
 * As {@link storedActivities}, and the last rest, without the other rests of cards: time without an activity
 * counts as rest. Rests by hand stay, since they replace what a card says.
 */
export const workSince = (trx: Transaction, span: Span): Promise<StoredActivity[]> =>
  activitiesIn(
    trx,
    span,
    sql`(kind <> 'rest' or source = 'manual' or ended_at = (select max(l.ended_at)
      from driver_activities l where l.driver_id = driver_activities.driver_id))`,
  );

async function activitiesIn(
  trx: Transaction,
  { driverIds, startMs, endMs }: Span,
  which: RawBuilder<unknown>,
): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    select id::float8 as id, driver_id as "driverId", kind, ${ms('started_at')} as "startMs",
      ${ms('ended_at')} as "endMs", source, is_crew as "isCrew", is_ferry as "isFerry",
      is_out_of_scope as "isOutOfScope", note
    from driver_activities
    where driver_id = any(${[...driverIds]}::int[]) and started_at < ${new Date(endMs)}
      and ended_at > ${new Date(startMs)} and ${which}
    order by driver_id, started_at, id`.execute(trx);
  return rows;
}

/**
 * Driving of trips since the last activity of each driver: what a card has not said yet. A trip during
 * which the card was downloaded is cut at the end of the record. Idling is left out, because a trip does
 * not say whether the driver works or rests.
 */
export async function drivingSince(
  trx: Transaction,
  { driverIds, startMs, endMs }: Span,
): Promise<StoredActivity[]> {
  const { rows } = await sql<{ driverId: number; startMs: number; endMs: number }>`
    select t.driver_id as "driverId",
      greatest((part ->> 1)::float8, ${ms('known.at')}) as "startMs",
      (part ->> 2)::float8 as "endMs"
    from unnest(${[...driverIds]}::int[]) d (id)
    cross join lateral (select greatest(${new Date(startMs)}::timestamptz,
        (select max(ended_at) from driver_activities where driver_id = d.id)) as at) known
    join trips t on t.driver_id = d.id and t.started_at > known.at - ${LONGEST_TRIP}
      and t.started_at < ${new Date(endMs)} and t.ended_at > known.at
    cross join lateral jsonb_array_elements(t.segments) part
    where part ->> 0 = 'd'
      and (part ->> 2)::float8 > greatest((part ->> 1)::float8, ${ms('known.at')})
    order by t.driver_id, 2`.execute(trx);
  const trip = { id: null, kind: 'driving', source: 'trip', note: '' } as const;
  const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
  return rows.map((row) => ({ ...row, ...trip, ...flags }));
}

/** Holidays and sickness of drivers that are approved and overlap a range, from the planning of drivers. */
export async function leaveIn(
  trx: Transaction,
  { driverIds, startMs, endMs }: Span,
): Promise<(Leave & { readonly driverId: number })[]> {
  const { rows } = await sql<Leave & { driverId: number }>`
    select driver_id as "driverId", floor(${ms('starts_at')}) as "startMs",
      floor(${ms('ends_at')}) as "endMs"
    from driver_absences
    where driver_id = any(${[...driverIds]}::int[]) and starts_at < ${new Date(endMs)}
      and ends_at > ${new Date(startMs)} and state = 'approved'
      and kind = any(${[...LEAVE_KINDS]}::text[])
    order by driver_id, starts_at`.execute(trx);
  return rows;
}

/** When drivers last worked or drove, ms since 1970 UTC; without a record of the last weeks they are left out. */
export async function lastWorkOf(
  trx: Transaction,
  driverIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const since = new Date(nowMs - RECENT_MS);
  const { rows } = await sql<{ id: number; lastMs: number | null }>`select d.id,
      (extract(epoch from greatest(
        (select max(a.ended_at) from driver_activities a where a.driver_id = d.id
          and a.kind <> 'rest' and a.started_at > ${since}),
        (select max(t.ended_at) from trips t where t.driver_id = d.id and t.started_at > ${since})
      )) * 1000)::float8 as "lastMs"
    from unnest(${[...driverIds]}::int[]) d (id)`.execute(trx);
  return new Map(rows.flatMap(({ id, lastMs }) => (lastMs === null ? [] : [[id, lastMs]])));
}

/** A driver whose hours are analysed. */
export interface AnalysedDriver {
  readonly id: number;
  readonly customerId: number;
}

/** The drivers of a customer with activities, and the start of their first one. */
export async function driversWithActivities(
  trx: Transaction,
  customerId: number,
): Promise<(AnalysedDriver & { readonly firstMs: number })[]> {
  const { rows } = await sql<AnalysedDriver & { firstMs: number }>`
    select driver_id as id, customer_id as "customerId",
      (extract(epoch from min(started_at)) * 1000)::float8 as "firstMs"
    from driver_activities where customer_id = ${customerId}
    group by driver_id, customer_id order by driver_id`.execute(trx);
  return rows;
}

/** A driver of the list. Times in ms since 1970 UTC. */
export interface DriverListRow extends DriverName {
  readonly customer_id: number;
  readonly known_until_ms: number | null;
  readonly open_infringements: number;
}

/** A page of the visible drivers who are not archived, by name. */
export async function driverPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<{ count: number; rows: readonly DriverListRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const some = sql`from drivers d where d.archived_at is null
    and ${await visibleDrivers(trx, viewer)}
    and (${page.search} = '' or d.first_name || ' ' || d.surname
      ilike ${containsPattern(page.search)})`;
  return exactPage<DriverListRow>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname, d.customer_id,
      (select ${ms('ended_at')} from driver_activities a where a.driver_id = d.id
        order by a.started_at desc limit 1) as known_until_ms,
      (select count(*)::int from hours_infringements h where h.driver_id = d.id
        and h.state = 'new') as open_infringements`,
    matching: some,
    order: sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id ${to}`,
  });
}
