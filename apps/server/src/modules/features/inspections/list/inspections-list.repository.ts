import { INSPECTION_CATEGORY, type InspectionCode } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  all,
  type Condition,
  ofCustomer,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import {
  type RecordRow,
  type RecordScope,
  recordPage,
  vehiclesOfScope,
} from '../../records/index.ts';

type FigureResult = 'met' | 'below' | 'none';

/** Selects inspections. */
export interface InspectionFilter extends RecordScope {
  readonly status: InspectionCode | null;
  readonly isRoadworthy: boolean | null;
  readonly brakes: FigureResult | null;
  readonly tyres: FigureResult | null;
  readonly due: 'overdue' | 'soon' | null;
  readonly start: Date | null;
  readonly end: Date | null;
  /** Carried out within {@link RECENT}. */
  readonly isRecent: boolean;
}

/** An inspection in the list. */
export interface InspectionListRow extends RecordRow {
  status: string;
  inspected_at: Date;
  inspector: string;
  is_roadworthy: boolean;
  defects: number;
  brake_result: FigureResult;
  brake_service_pct: number | null;
  brake_secondary_pct: number | null;
  brake_parking_pct: number | null;
  tyre_result: FigureResult;
  least_tread_mm: number | null;
  /** YYYY-MM-DD */
  next_due: string | null;
  is_next_overdue: boolean;
}

/** Sorts of the list; an index supports each in both directions. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  inspected_at: ['inspected_at', 'id'],
  registration: ['registration'],
  status: ['status', 'inspected_at', 'id'],
  result: ['is_roadworthy', 'inspected_at', 'id'],
  brake_service: ['brake_service_pct', 'id'],
  inspector: ['inspector', 'inspected_at', 'id'],
};
const NEWEST = ['inspected_at', 'id'];

/** The figures count these: not the drafts. */
const RECENT = sql`r.inspected_at >= now() - interval '28 days' and r.status <> '1'`;
const TODAY = sql`(now() at time zone 'UTC')::date`;
/** Days ahead within which an inspection is due soon. */
const SOON = sql`interval '14 days'`;
/** Open inspections of vehicles, by due date. */
const OPEN_INSPECTIONS = sql`scheduled_activities s
  join schedule_types y on y.id = s.schedule_type_id and y.category = ${INSPECTION_CATEGORY}`;
const isDue = (due: 'overdue' | 'soon') =>
  due === 'overdue'
    ? sql`s.latest_on < ${TODAY}`
    : sql`s.latest_on between ${TODAY} and ${TODAY} + ${SOON}`;

const COLUMNS = sql`r.id, r.reference_number, r.vehicle_id, v.registration, p.depot_id, p.depot_name,
  r.status, r.inspected_at, r.inspector, r.is_roadworthy, r.brake_result, r.brake_service_pct,
  r.brake_secondary_pct, r.brake_parking_pct, r.tyre_result,
  jsonb_array_length(jsonb_path_query_array(r.items,
    '$[*] ? (@.result == "defect" || @.result == "repaired")')) as defects,
  (select min((tyre ->> 'tread_mm')::float8) from jsonb_array_elements(r.tyres) tyre) as least_tread_mm,
  (select to_char(min(s.latest_on), 'YYYY-MM-DD') from ${OPEN_INSPECTIONS}
    where s.vehicle_id = r.vehicle_id and s.fulfilled_at is null) as next_due,
  exists (select from ${OPEN_INSPECTIONS}
    where s.vehicle_id = r.vehicle_id and s.fulfilled_at is null and ${isDue('overdue')})
    as is_next_overdue`;

function conditionsOf(filter: InspectionFilter): Condition[] {
  const { status, isRoadworthy, brakes, tyres, due, start, end } = filter;
  return [
    ...(status === null ? [] : [sql`r.status = ${status}`]),
    ...(isRoadworthy === null ? [] : [sql`r.is_roadworthy = ${isRoadworthy}`]),
    ...(brakes === null ? [] : [sql`r.brake_result = ${brakes}`]),
    ...(tyres === null ? [] : [sql`r.tyre_result = ${tyres}`]),
    ...(start === null ? [] : [sql`r.inspected_at >= ${start}`]),
    ...(end === null ? [] : [sql`r.inspected_at < ${end}`]),
    ...(filter.isRecent ? [RECENT] : []),
    ...(due === null
      ? []
      : [
          sql`r.id in (select n.id from ${OPEN_INSPECTIONS} cross join lateral (
              select n.id from inspection_records n where n.vehicle_id = s.vehicle_id
              order by n.inspected_at desc, n.id desc limit 1) n
            where s.fulfilled_at is null and ${isDue(due)})`,
        ]),
  ];
}

/** A page of the safety inspections of visible vehicles, and their count. */
export function inspectionPage(
  trx: Transaction,
  viewer: Viewer,
  filter: InspectionFilter,
  page: Page,
) {
  const list = {
    table: 'inspection_records',
    at: 'inspected_at',
    conditions: conditionsOf(filter),
    keys: KEYS[page.orderBy ?? 'inspected_at'] ?? NEWEST,
  } as const;
  return recordPage<InspectionListRow>(trx, viewer, list, filter, page, COLUMNS);
}

/** Counts of the safety inspections of a scope. */
export interface InspectionFigures {
  overdue: number;
  due_soon: number;
  /** Of these, the vehicles without any inspection. */
  overdue_first: number;
  due_soon_first: number;
  inspected: number;
  not_roadworthy: number;
  brakes_below: number;
  tyres_below: number;
  to_review: number;
  incomplete: number;
}

/**
 * Counts due inspections, those carried out within 28 days and pending ones, of a scope's vehicles.
 */
export async function inspectionFigures(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
): Promise<InspectionFigures> {
  const own = all([
    ofCustomer(viewer, 'r.customer_id'),
    sql`r.vehicle_id in (select id from sight)`,
  ]);
  const waiting = (status: InspectionCode) => sql`(select count(*)::int from inspection_records r
    where r.status = ${status} and ${own})`;
  const due = (kind: 'overdue' | 'soon', which = sql`true`) => sql`(
    select count(distinct s.vehicle_id)::int
    from ${OPEN_INSPECTIONS} where s.fulfilled_at is null and ${isDue(kind)}
      and s.vehicle_id in (select id from sight) and ${which})`;
  const isFirst = sql`not exists (select from inspection_records n where n.vehicle_id = s.vehicle_id)`;
  const { rows } = await sql<InspectionFigures>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, scope)})
    select ${due('overdue')} as overdue, ${due('soon')} as due_soon,
      ${due('overdue', isFirst)} as overdue_first, ${due('soon', isFirst)} as due_soon_first,
      count(*)::int as inspected,
      (count(*) filter (where not r.is_roadworthy))::int as not_roadworthy,
      (count(*) filter (where r.brake_result = 'below'))::int as brakes_below,
      (count(*) filter (where r.tyre_result = 'below'))::int as tyres_below,
      ${waiting('11')} as to_review, ${waiting('3')} as incomplete
    from inspection_records r
    where ${RECENT} and ${own}`.execute(trx);
  return rows[0] as InspectionFigures;
}
