import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';
import type { DayRange } from './vehicle-check-figures-range.ts';

/** Selects depots; only visible ones count. */
export type Depots =
  | { readonly depotId: number }
  | { readonly regionId: number }
  | { readonly all: true };

/** Current state of vehicles, with the checks of one day. */
export interface StandingRow {
  readonly vehicles: number;
  readonly off_road: number;
  readonly checked: number;
  /** Vehicles that were used on the day without a check. */
  readonly missing: number;
  readonly open_damages: number;
  readonly defects_open: number;
  readonly defects_overdue: number;
}

/** Sums of a day, maintained on each write. */
export interface DayRow {
  readonly day: string;
  readonly done: number;
  readonly unchecked: number;
  readonly checks: number;
  readonly nil: number;
  readonly short: number;
  readonly std: number;
  readonly aud: number;
  readonly hnd: number;
  readonly drv: number;
  readonly gtc: number;
}

function chosen(of: Depots): RawBuilder<unknown> {
  if ('all' in of) return sql`true`;
  return 'depotId' in of ? sql`g.id = ${of.depotId}` : sql`g.region_id = ${of.regionId}`;
}

/** Condition: a depot `g` is visible and selected. */
export const depotsMeant = (viewer: Viewer, of: Depots) =>
  sql`${chosen(of)} and ${depotIsVisible(viewer)}`;

/** The selected depots, by name. */
export async function depotsOf(trx: Transaction, viewer: Viewer, of: Depots) {
  const { rows } = await sql<{ id: number; name: string }>`select g.id, g.name from depots g
    where ${depotsMeant(viewer, of)} order by lower(g.name), g.id`.execute(trx);
  return rows;
}

/** Current state of each vehicle `p.vehicle_id`; `day` is the day of the checks. */
export const factsOf = (day: string): RawBuilder<unknown> => sql`select p.vehicle_id,
    exists (select from vor_entries e
      where e.vehicle_id = p.vehicle_id and e.returned_at is null) as off_road,
    exists (select from vehicle_reports r where r.vehicle_id = p.vehicle_id
      and r.kind in ('STD', 'DRV') and r.done_at >= check_day_start(${day}::date)
      and r.done_at < check_day_start(${day}::date + 1)) as checked,
    exists (select from trips t where t.vehicle_id = p.vehicle_id
      and t.started_at >= check_day_start(${day}::date)
      and t.started_at < check_day_start(${day}::date + 1)) as used,
    (select count(*) from vehicle_damages d
      where d.vehicle_id = p.vehicle_id and d.fixed_at is null) as open_damages,
    f.defects_open, f.defects_overdue
  from (select distinct vehicle_id from placed) p
  cross join lateral (select count(*) as defects_open,
      count(*) filter (where d.due_at < now()) as defects_overdue
    from defect_records d where d.vehicle_id = p.vehicle_id and d.signed_off_at is null) f`;

const SUMS = sql`count(n.vehicle_id)::int as vehicles,
  (count(*) filter (where n.off_road))::int as off_road,
  (count(*) filter (where n.checked))::int as checked,
  (count(*) filter (where n.used and not n.checked))::int as missing,
  coalesce(sum(n.open_damages), 0)::int as open_damages,
  coalesce(sum(n.defects_open), 0)::int as defects_open,
  coalesce(sum(n.defects_overdue), 0)::int as defects_overdue`;

/** Common table expression: the visible vehicles of the selected depots. */
export const placed = (trx: Transaction, viewer: Viewer, of: Depots) => sql`placed as materialized (
    select g.id as depot_id, w.vehicle_id from depots g
    join vehicle_depots w on w.depot_id = g.id
    join (${visibleVehicles(trx, viewer)}) s on s.id = w.vehicle_id
    where ${depotsMeant(viewer, of)})`;

/** Combined state of the visible vehicles of the selected depots; each vehicle counts once. */
export async function standing(
  trx: Transaction,
  viewer: Viewer,
  of: Depots,
  day: string,
): Promise<StandingRow> {
  const { rows } = await sql<StandingRow>`with ${placed(trx, viewer, of)}
    select ${SUMS} from (${factsOf(day)}) n`.execute(trx);
  return rows[0] as StandingRow;
}

/** State of the vehicles of each selected depot. */
export async function standingByDepot(
  trx: Transaction,
  viewer: Viewer,
  of: Depots,
  day: string,
): Promise<Map<number, StandingRow>> {
  const { rows } = await sql<StandingRow & { depot_id: number }>`
    with ${placed(trx, viewer, of)}, facts as materialized (${factsOf(day)})
    select p.depot_id, ${SUMS} from placed p join facts n on n.vehicle_id = p.vehicle_id
    group by p.depot_id`.execute(trx);
  return new Map(rows.map(({ depot_id, ...row }) => [depot_id, row]));
}

/** Daily sums of the selected depots; days without activity are omitted. */
export async function daySums(
  trx: Transaction,
  depotIds: readonly number[],
  { start, end }: DayRange,
): Promise<(DayRow & { depot_id: number })[]> {
  const { rows } = await sql<DayRow & { depot_id: number }>`
    select depot_id, to_char(day, 'YYYY-MM-DD') as day, done, unchecked, checks, nil, short, std, aud,
      hnd, drv, gtc
    from depot_check_days
    where depot_id = any(${[...depotIds]}::int[]) and day between ${start}::date and ${end}::date
    order by day`.execute(trx);
  return rows;
}

/** A visible vehicle with its current state; undefined if there is none. */
export async function vehicleStanding(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  day: string,
) {
  const { rows } = await sql<
    StandingRow & {
      registration: string;
      type: 'CAR' | 'VAN' | 'STR' | 'BIK';
      last_check: Date | null;
    }
  >`with placed as materialized (select s.id as vehicle_id, s.registration, s.type
      from (${visibleVehicles(trx, viewer)}) s where s.id = ${vehicleId})
    select ${SUMS}, v.registration, v.type, (select max(r.done_at) from vehicle_reports r
        where r.vehicle_id = v.vehicle_id and r.kind in ('STD', 'DRV')) as last_check
    from placed v join (${factsOf(day)}) n on n.vehicle_id = v.vehicle_id
    group by v.vehicle_id, v.registration, v.type`.execute(trx);
  return rows[0];
}

/** Daily sums of a vehicle in a range; days without activity are omitted. */
export async function vehicleDays(
  trx: Transaction,
  vehicleId: number,
  { start, end }: DayRange,
): Promise<DayRow[]> {
  const kinds = sql.join(
    ['std', 'aud', 'hnd', 'drv', 'gtc'].map(
      (kind) =>
        sql`(count(*) filter (where kind = ${kind.toUpperCase()}))::int as ${sql.ref(kind)}`,
    ),
  );
  const { rows } = await sql<DayRow>`
    with days as (
      select check_day(r.done_at) as day, r.kind, r.defects = 0 as nil, r.is_short as short,
        r.kind in ('STD', 'DRV') as daily
      from vehicle_reports r where r.vehicle_id = ${vehicleId}
        and r.done_at >= check_day_start(${start}::date)
        and r.done_at < check_day_start(${end}::date + 1)
      union all
      select check_day(t.started_at), '', false, false, false from trips t
      where t.vehicle_id = ${vehicleId} and t.started_at >= check_day_start(${start}::date)
        and t.started_at < check_day_start(${end}::date + 1))
    select to_char(day, 'YYYY-MM-DD') as day, bool_or(daily)::int as done,
      (bool_or(kind = '') and not bool_or(daily))::int as unchecked,
      (count(*) filter (where daily))::int as checks,
      (count(*) filter (where daily and nil))::int as nil,
      (count(*) filter (where daily and short))::int as short, ${kinds}
    from days group by day order by day`.execute(trx);
  return rows;
}

/** Recounts the vehicles used without a check on the given days, for all depots. */
export async function countUnchecked(trx: Transaction, { start, end }: DayRange): Promise<void> {
  await sql`select count_unchecked(${start}::date, ${end}::date)`.execute(trx);
}
