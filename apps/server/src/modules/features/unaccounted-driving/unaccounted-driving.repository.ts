import type { UnaccountedFilter, UnaccountedKind, UnaccountedState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  exactPage,
  ms,
  ofCustomer,
  type Transaction,
  vehicleInScope,
  when,
} from '../../../platform/db/index.ts';
import { type DecidedRow, decidedColumns } from '../../../platform/decisions.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** A stored gap. Times in ms since 1970 UTC, distances in metres, days as YYYY-MM-DD. */
export interface GapRow extends DecidedRow {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: UnaccountedKind;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly card_driver_id: number | null;
  readonly card_first_name: string | null;
  readonly card_surname: string | null;
  readonly card_number: string | null;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly driven_s: number;
  readonly distance_m: number | null;
  readonly needs_unit: boolean;
  readonly needs_card: boolean;
  readonly unit_due_on: string | null;
  readonly card_due_on: string | null;
  readonly is_odometer: boolean;
  readonly clip: number | null;
  readonly state: UnaccountedState;
}

/** Days are YYYY-MM-DD in UTC, and both ends are included. */
export interface GapFilter {
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  /** The driver of the trip, or the holder of the card. */
  readonly driver?: number | undefined;
  readonly depot?: number | undefined;
  readonly kind?: UnaccountedFilter | undefined;
  readonly state?: UnaccountedState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly least_km?: number | undefined;
  readonly least_minutes?: number | undefined;
}

const COLUMNS = sql`g.id::float8 as id, g.customer_id, g.kind, g.vehicle_id, v.registration,
  g.driver_id, d.first_name, d.surname, g.card_driver_id, c.first_name as card_first_name,
  c.surname as card_surname, g.card_number, ${ms('g.started_at')} as start_ms,
  ${ms('g.ended_at')} as end_ms, g.driven_s, g.distance_m, g.needs_unit, g.needs_card,
  case when g.needs_unit then (select t.due_on::text from tachograph_downloads t
    where t.vehicle_id = g.vehicle_id) end as unit_due_on,
  case when g.needs_card then (select t.due_on::text from tachograph_downloads t
    where t.driver_id = g.driver_id) end as card_due_on,
  g.is_odometer, (select r.id::float8 from video_requests r where r.vehicle_id = g.vehicle_id
    and r.state = 'ready' and r.started_at < g.ended_at
    and r.started_at > g.started_at - interval '1 day'
    and r.started_at + make_interval(secs => r.duration_s) > g.started_at
    order by r.started_at limit 1) as clip, g.state, ${decidedColumns('g')}`;

/** Gaps `g` of vehicles in the viewer's scope, with vehicle `v`, driver `d` and holder of the card `c`. */
export const visibleGaps = (viewer: Viewer): RawBuilder<unknown> => sql`from unaccounted_driving g
  join vehicles v on v.id = g.vehicle_id
  left join drivers d on d.id = g.driver_id
  left join drivers c on c.id = g.card_driver_id
  where ${ofCustomer(viewer, 'g.customer_id')} and ${vehicleInScope(viewer, 'g.vehicle_id')}`;

function conditionsOf(filter: GapFilter, search: string): RawBuilder<unknown>[] {
  const { depot, driver, from, id, kind, least_km, least_minutes, state, to, vehicle } = filter;
  return [
    sql`true`,
    ...when(id, () => sql`g.id = ${id}`),
    ...when(vehicle, () => sql`g.vehicle_id = ${vehicle}`),
    ...when(driver, () => sql`(g.driver_id = ${driver} or g.card_driver_id = ${driver})`),
    ...when(
      depot,
      () =>
        sql`g.vehicle_id in (select p.vehicle_id from vehicle_depots p where p.depot_id = ${depot})`,
    ),
    ...when(kind, () =>
      kind === 'known' ? sql`g.kind <> 'missing_download'` : sql`g.kind = ${kind}`,
    ),
    ...when(state, () => sql`g.state = ${state}`),
    ...when(from, () => sql`g.started_at >= ${from}::date at time zone 'UTC'`),
    ...when(to, () => sql`g.started_at < (${to}::date + 1) at time zone 'UTC'`),
    ...when(least_km, () => sql`g.distance_m >= ${(least_km ?? 0) * 1000}::int`),
    ...when(least_minutes, () => sql`g.driven_s >= ${(least_minutes ?? 0) * 60}::int`),
    ...(search === ''
      ? []
      : [
          sql`(v.registration ilike ${containsPattern(search)}
            or d.first_name || ' ' || d.surname ilike ${containsPattern(search)}
            or c.first_name || ' ' || c.surname ilike ${containsPattern(search)})`,
        ]),
  ];
}

const ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  start: sql`g.started_at`,
  driven: sql`g.driven_s`,
  distance: sql`g.distance_m`,
};

/** A page of visible gaps, newest first unless the page says otherwise. */
export async function gapPage(
  trx: Transaction,
  viewer: Viewer,
  filter: GapFilter,
  page: Page,
): Promise<{ count: number; rows: readonly GapRow[] }> {
  const isDescending = page.orderBy === null || page.descending;
  const to = isDescending ? sql`desc nulls last` : sql`asc nulls last`;
  const column = ORDER[page.orderBy ?? 'start'] ?? ORDER.start;
  return exactPage<GapRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`${visibleGaps(viewer)}
      and ${sql.join(conditionsOf(filter, page.search), sql` and `)}`,
    order: sql`${column} ${to}, g.id desc`,
  });
}
