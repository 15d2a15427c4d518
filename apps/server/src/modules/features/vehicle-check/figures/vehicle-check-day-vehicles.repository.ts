import type { DayVehicleState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import type { VehicleColumns } from '../scope/vehicle-check-scope.repository.ts';
import { type Depots, depotsMeant, factsOf, placed } from './vehicle-check-figures.repository.ts';

/** A vehicle on a day, with the sums of all that match. */
export interface DayVehicleRow extends VehicleColumns {
  readonly checks: number;
  readonly report_id: number | null;
  readonly done_at: Date | null;
  readonly used: boolean;
  readonly off_road: boolean;
  readonly open_damages: number;
  readonly defects_open: number;
  readonly defects_overdue: number;
}

/** How many vehicles match, and their sums. */
export interface DayVehicleTotals {
  readonly count: number;
  readonly checks: number;
  readonly open_damages: number;
  readonly defects_open: number;
  readonly defects_overdue: number;
}

const STATES: Readonly<Record<DayVehicleState, RawBuilder<unknown>>> = {
  checks: sql`true`,
  checked: sql`n.checked`,
  unchecked: sql`not n.checked`,
  missing: sql`n.used and not n.checked`,
  off_road: sql`n.off_road`,
  damaged: sql`n.open_damages > 0`,
  defects: sql`n.defects_open > 0`,
  overdue: sql`n.defects_overdue > 0`,
};
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  checks: sql`checks`,
  open_damages: sql`open_damages`,
  defects_open: sql`defects_open`,
};

const ofDay = (day: string) => sql`r.kind in ('STD', 'DRV')
  and r.done_at >= check_day_start(${day}::date) and r.done_at < check_day_start(${day}::date + 1)`;

/**
 * The vehicles that a figure counts on a day, and their sums.
 *
 * The figures of days count checks by the depot at which they were made. With the state `checks`, the vehicles are
 * those of these checks.
 */
export async function dayVehicles(
  trx: Transaction,
  viewer: Viewer,
  of: Depots,
  filter: { readonly day: string; readonly state: DayVehicleState | null },
  page: Page,
): Promise<{ readonly totals: DayVehicleTotals; readonly rows: readonly DayVehicleRow[] }> {
  const { day, state } = filter;
  const direction = page.descending ? sql`desc` : sql`asc`;
  const order = ORDERS[page.orderBy ?? ''];
  const there = sql`r.depot_id in (select g.id from depots g where ${depotsMeant(viewer, of)})`;
  const vehicles =
    state === 'checks'
      ? sql`placed as materialized (
          select distinct r.vehicle_id from vehicle_reports r where ${ofDay(day)} and ${there})`
      : placed(trx, viewer, of);
  const counted = state === 'checks' ? there : sql`true`;
  const { rows } = await sql<DayVehicleRow & DayVehicleTotals & { totals: DayVehicleTotals }>`
    with ${vehicles},
    found as materialized (
      select n.vehicle_id, v.registration, v.type, n.used, n.off_road, n.open_damages::int as open_damages,
        n.defects_open::int as defects_open, n.defects_overdue::int as defects_overdue, c.checks,
        c.report_id, c.done_at
      from (${factsOf(day)}) n join vehicles v on v.id = n.vehicle_id
      cross join lateral (select count(*)::int as checks, max(r.done_at) as done_at,
          (array_agg(r.id order by r.done_at desc, r.id desc))[1] as report_id
        from vehicle_reports r where r.vehicle_id = n.vehicle_id and ${ofDay(day)} and ${counted}) c
      where ${state === null ? sql`true` : STATES[state]}
        and ${
          page.search === '' ? sql`true` : sql`v.registration ilike ${containsPattern(page.search)}`
        }),
    shown as (
      select * from found order by ${order === undefined ? sql`` : sql`${order} ${direction},`}
        registration ${order === undefined ? direction : sql`asc`}, vehicle_id
      limit ${page.limit} offset ${page.offset})
    select t.totals, s.* from (
      select jsonb_build_object('count', count(*), 'checks', coalesce(sum(checks), 0),
        'open_damages', coalesce(sum(open_damages), 0), 'defects_open', coalesce(sum(defects_open), 0),
        'defects_overdue', coalesce(sum(defects_overdue), 0)) as totals from found) t
    left join shown s on true
    order by ${order === undefined ? sql`` : sql`s.${order} ${direction},`}
      s.registration ${order === undefined ? direction : sql`asc`}, s.vehicle_id`.execute(trx);
  const none = { count: 0, checks: 0, open_damages: 0, defects_open: 0, defects_overdue: 0 };
  return {
    totals: rows[0]?.totals ?? none,
    rows: rows.filter(({ vehicle_id: id }) => id !== null),
  };
}
