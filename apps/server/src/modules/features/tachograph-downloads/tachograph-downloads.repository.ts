import {
  DOWNLOAD_WARNING_DAYS,
  type DownloadFilter,
  type DownloadKind,
  type DownloadState,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  exactPage,
  ofCustomer,
  type Transaction,
  vehicleIdsInScope,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** A card or vehicle unit with its next download. Days are YYYY-MM-DD. */
export interface DownloadRow {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: DownloadKind;
  readonly state: DownloadState;
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly last_day: string | null;
  readonly due_on: string | null;
  readonly days_left: number | null;
  readonly exempt_reason: string | null;
  readonly exempt_by: string | null;
  readonly exempt_at: Date | null;
}

export interface DownloadConditions {
  readonly id?: number | undefined;
  readonly kind?: DownloadKind | undefined;
  readonly state?: DownloadFilter | undefined;
  readonly depot?: number | undefined;
  readonly driver?: number | undefined;
  readonly vehicle?: number | undefined;
}

/** Units of vehicles in scope, and cards of the drivers who are assigned to them. */
function visible(viewer: Viewer): RawBuilder<boolean> {
  const vehicles = vehicleIdsInScope(viewer);
  const own = ofCustomer(viewer, 't.customer_id');
  if (vehicles === null) return own;
  return sql<boolean>`(${own} and ${ofVehicles(vehicles)})`;
}

const ofVehicles = (vehicles: RawBuilder<unknown>) =>
  sql<boolean>`(t.vehicle_id in (${vehicles})
    or t.driver_id in (select o.driver_id from vehicles o where o.id in (${vehicles})))`;

/** Days from `today` within which a download is due soon. */
const warningDays = sql`coalesce(s.warning_days, ${sql.lit(DOWNLOAD_WARNING_DAYS)})`;

const stateOn = (today: string) => sql<DownloadState>`case
  when t.exempt_at is not null then 'exempt'
  when t.due_on is null then 'never'
  when t.due_on < ${today}::date then 'overdue'
  when t.due_on <= ${today}::date + ${warningDays} then 'due_soon'
  else 'in_time' end`;

function stateCondition(state: DownloadFilter | undefined, today: string): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`t.exempt_at is null`;
  if (state === 'exempt') return sql<boolean>`t.exempt_at is not null`;
  if (state === 'due')
    return sql<boolean>`(t.exempt_at is null
      and (t.due_on is null or t.due_on <= ${today}::date + ${warningDays}))`;
  const states = state === 'late' ? ['overdue', 'never'] : [state];
  return sql<boolean>`${stateOn(today)} = any(${states})`;
}

function conditionsOf(
  { id, kind, state, depot, driver, vehicle }: DownloadConditions,
  search: string,
  today: string,
): RawBuilder<unknown>[] {
  return [
    ...(id === undefined ? [stateCondition(state, today)] : [sql`t.id = ${id}`]),
    ...(kind === undefined
      ? []
      : [kind === 'driver_card' ? sql`t.driver_id is not null` : sql`t.vehicle_id is not null`]),
    ...(depot === undefined
      ? []
      : [ofVehicles(sql`select p.vehicle_id from vehicle_depots p where p.depot_id = ${depot}`)]),
    ...(driver === undefined ? [] : [sql`t.driver_id = ${driver}`]),
    ...(vehicle === undefined ? [] : [sql`t.vehicle_id = ${vehicle}`]),
    ...(search === ''
      ? []
      : [
          sql`(d.first_name || ' ' || d.surname ilike ${containsPattern(search)}
            or v.registration ilike ${containsPattern(search)})`,
        ]),
  ];
}

/**
 * A page of what is visible and in use, by due date; what was never downloaded comes first.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export async function downloadPage(
  trx: Transaction,
  viewer: Viewer,
  conditions: DownloadConditions,
  page: Page,
  today: string,
): Promise<{ count: number; rows: readonly DownloadRow[] }> {
  const to = page.descending ? sql`desc nulls last` : sql`asc nulls first`;
  const column = page.orderBy === 'last_day' ? sql`t.last_day` : sql`t.due_on`;
  return exactPage<DownloadRow>(trx, page, {
    columns: sql`t.id, t.customer_id,
      case when t.driver_id is null then 'vehicle_unit' else 'driver_card' end as kind,
      ${stateOn(today)} as state, t.driver_id, d.first_name, d.surname, t.vehicle_id,
      v.registration, t.last_day::text, t.due_on::text, t.due_on - ${today}::date as days_left,
      t.exempt_reason, t.exempt_at,
      (select u.first_name || ' ' || u.last_name from users u where u.id = t.exempt_by) as exempt_by`,
    matching: sql`from tachograph_downloads t
      left join tachograph_download_settings s on s.customer_id = t.customer_id
      left join drivers d on d.id = t.driver_id
      left join vehicles v on v.id = t.vehicle_id
      where t.is_current and ${visible(viewer)}
      and ${sql.join(conditionsOf(conditions, page.search, today), sql` and `)}`,
    order: sql`${column} ${to}, t.id`,
  });
}

/**
 * Periods between stored files that none of them covers, at most a year back; oldest first.
 *
 * @param from YYYY-MM-DD, the first day that is looked at
 */
export async function uncoveredPeriods(
  trx: Transaction,
  { driver_id, vehicle_id }: Pick<DownloadRow, 'driver_id' | 'vehicle_id'>,
  from: string,
): Promise<readonly { from: string; to: string }[]> {
  const owner =
    driver_id === null
      ? sql`vehicle_id = ${vehicle_id} and kind = 'vehicle_unit'`
      : sql`driver_id = ${driver_id} and kind = 'driver_card'`;
  const { rows } = await sql<{ from: string; to: string }>`
    with covered as (
      select range_agg(daterange(first_day, last_day, '[]')) as days from tachograph_files
      where ${owner} and first_day is not null and last_day >= ${from}::date)
    select lower(gap)::text as "from", (upper(gap) - 1)::text as "to"
    from covered, unnest(datemultirange(daterange(
      greatest(lower(days), ${from}::date), upper(days))) - days) gap
    order by gap`.execute(trx);
  return rows;
}

/** @param reason null if a download is needed again */
export async function keepExemption(
  trx: Transaction,
  id: number,
  reason: string | null,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('tachograph_downloads')
    .set({
      exempt_reason: reason,
      exempt_at: reason === null ? null : new Date(),
      exempt_by: reason === null ? null : userId,
    })
    .where('id', '=', id)
    .execute();
}
