import type { DefectState, Severity } from '@roadworthy/domain';
import { SEVERITIES } from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
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

/** Selects defects. */
export interface DefectFilter extends RecordScope {
  readonly severity: Severity | null;
  readonly state: DefectState | 'open' | null;
  readonly repairer: string | null;
  readonly isOverdue: boolean;
  /** Of the report. */
  readonly start: Date | null;
  readonly end: Date | null;
  /** Of the sign-off. */
  readonly signedOffStart: Date | null;
  readonly signedOffEnd: Date | null;
  /** Signed off within {@link RECENT}. */
  readonly isRecent: boolean;
  readonly isOffRoad: boolean;
}

/** The time of the figures of sign-offs. */
const RECENT = sql`now() - interval '28 days'`;
const KEEPS_OFF_ROAD = sql`exists (select from vor_entries e
    where e.defect_record_id = r.id and e.returned_at is null)`;

/** A defect in the list. */
export interface DefectListRow extends RecordRow {
  state: DefectState;
  severity_rank: number;
  finding: string;
  items: number;
  reported_at: Date;
  reported_by: string;
  repairer: string | null;
  expected_back_at: Date | null;
  due_at: Date | null;
  is_off_road: boolean;
  cost: string;
  signed_off_at: Date | null;
}

/** Sorts of the list; an index supports each in both directions. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  reported_at: ['reported_at', 'id'],
  registration: ['registration'],
  severity: ['severity_rank', 'reported_at', 'id'],
  state: ['state', 'reported_at', 'id'],
  due_at: ['due_at', 'id'],
  repairer: ['repairer', 'reported_at', 'id'],
  cost: ['cost', 'id'],
};
const NEWEST = ['reported_at', 'id'];

const COLUMNS = sql`r.id, r.reference_number, r.vehicle_id, v.registration, p.depot_id, p.depot_name,
  r.state, r.severity_rank, coalesce(r.items -> 0 ->> 'finding', '') as finding,
  jsonb_array_length(r.items) as items, r.reported_at, r.reported_by, r.repairer, r.expected_back_at,
  r.due_at, r.cost, r.signed_off_at, ${KEEPS_OFF_ROAD} as is_off_road`;

function conditionsOf(filter: DefectFilter): Condition[] {
  const { severity, state, repairer, isOverdue, start, end, signedOffStart, signedOffEnd } = filter;
  return [
    ...(state === 'open' || isOverdue ? [sql`r.signed_off_at is null`] : []),
    ...(state === null || state === 'open' ? [] : [sql`r.state = ${state}`]),
    ...(isOverdue ? [sql`r.due_at < now()`] : []),
    ...(severity === null ? [] : [sql`r.severity_rank = ${SEVERITIES.indexOf(severity)}`]),
    ...(repairer === null ? [] : [sql`r.repairer = ${repairer}`]),
    ...(start === null ? [] : [sql`r.reported_at >= ${start}`]),
    ...(end === null ? [] : [sql`r.reported_at < ${end}`]),
    ...(signedOffStart === null ? [] : [sql`r.signed_off_at >= ${signedOffStart}`]),
    ...(signedOffEnd === null ? [] : [sql`r.signed_off_at < ${signedOffEnd}`]),
    ...(filter.isRecent ? [sql`r.signed_off_at >= ${RECENT}`] : []),
    ...(filter.isOffRoad ? [KEEPS_OFF_ROAD] : []),
  ];
}

/** A page of the defects of visible vehicles, and their count. */
export function defectPage(trx: Transaction, viewer: Viewer, filter: DefectFilter, page: Page) {
  const list = {
    table: 'defect_records',
    at: 'reported_at',
    conditions: conditionsOf(filter),
    keys: KEYS[page.orderBy ?? 'reported_at'] ?? NEWEST,
  } as const;
  return recordPage<DefectListRow>(trx, viewer, list, filter, page, COLUMNS);
}

/** Counts of the defects of a scope. */
export interface DefectFigures {
  open: number;
  reported: number;
  verified: number;
  assigned: number;
  repaired: number;
  overdue: number;
  dangerous: number;
  off_road: number;
  signed_off: number;
  cost: number;
  average_days: number;
  repairers: string[];
}

const MAX_REPAIRERS = 200;

/** Counts open defects, and those signed off within 28 days, of the vehicles of a scope. */
export async function defectFigures(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
): Promise<DefectFigures> {
  const own = all([
    ofCustomer(viewer, 'r.customer_id'),
    sql`r.vehicle_id in (select id from sight)`,
  ]);
  const counted = (condition: Condition) => sql`(count(*) filter (where ${condition}))::int`;
  const { rows } = await sql<DefectFigures>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, scope)}),
    open as materialized (select r.id, r.state, r.severity_rank, r.due_at, r.repairer
      from defect_records r where r.signed_off_at is null and ${own}),
    done as (select count(*)::int as signed_off, coalesce(sum(r.cost), 0)::float8 as cost,
        coalesce(round(avg(extract(epoch from r.signed_off_at - r.reported_at)) / 86400, 1), 0)::float8
          as average_days
      from defect_records r
      where r.signed_off_at >= ${RECENT} and ${own})
    select count(*)::int as open,
      ${counted(sql`o.state = 'reported'`)} as reported,
      ${counted(sql`o.state = 'verified'`)} as verified,
      ${counted(sql`o.state = 'assigned'`)} as assigned,
      ${counted(sql`o.state = 'repaired'`)} as repaired,
      ${counted(sql`o.due_at < now()`)} as overdue,
      ${counted(sql`o.severity_rank = 3`)} as dangerous,
      (select count(distinct e.defect_record_id)::int from vor_entries e
        where e.returned_at is null and e.defect_record_id is not null
          and e.vehicle_id in (select id from sight)) as off_road,
      (select signed_off from done), (select cost from done), (select average_days from done),
      array(select distinct r.repairer from open r where r.repairer is not null
        order by r.repairer limit ${MAX_REPAIRERS}) as repairers
    from open o`.execute(trx);
  return rows[0] as DefectFigures;
}

/** Defects of visible vehicles that were reported and signed off on one day. */
export interface DefectDay {
  readonly day: string;
  readonly reported: number;
  readonly signed_off: number;
}

/**
 * Defects by day, for days with any.
 *
 * @param days both inclusive, YYYY-MM-DD
 * @param timeZone in which the days are cut
 */
export async function defectDays(
  trx: Transaction,
  viewer: Viewer,
  days: { readonly start: string; readonly end: string },
  timeZone: string,
): Promise<DefectDay[]> {
  const { start, end } = momentRange(days, timeZone);
  const scope = { regionId: null, depotId: null, vehicleId: null };
  const read = (column: 'reported_at' | 'signed_off_at') => {
    const at = sql.ref(`r.${column}`);
    return sql`select to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        ${sql.lit(column === 'reported_at' ? 1 : 0)} as reported
      from defect_records r
      where ${at} >= ${start} and ${at} < ${end} and ${ofCustomer(viewer, 'r.customer_id')}
        and r.vehicle_id in (select id from sight)`;
  };
  const { rows } = await sql<DefectDay>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, scope)})
    select day, sum(reported)::int as reported, sum(1 - reported)::int as signed_off
    from (${read('reported_at')} union all ${read('signed_off_at')}) d
    group by day`.execute(trx);
  return rows;
}
