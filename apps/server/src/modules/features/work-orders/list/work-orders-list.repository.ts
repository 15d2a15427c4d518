import { WORK_ORDER_PLACES, type WorkOrderState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  all,
  type Condition,
  ofCustomer,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';
import {
  type RecordScope,
  recordPage,
  type SortedCase,
  vehiclesOfScope,
} from '../../records/index.ts';
import type { ListedOrderRow } from '../work-orders-json.ts';

/** Selects work orders. */
export interface OrderFilter extends RecordScope {
  readonly state: WorkOrderState | 'open' | null;
  readonly place: 'internal' | 'repairer' | null;
  readonly repairer: string | null;
  readonly isOverdue: boolean;
  /** Orders that wait for approval of at most this total, or of any for null; undefined for all orders. */
  readonly toApprove: number | null | undefined;
  readonly hasWarranty: boolean;
  readonly defectId: number | null;
  readonly inspectionId: number | null;
  readonly scheduleId: number | null;
  readonly start: Date | null;
  readonly end: Date | null;
}

/** An order in the list. */
export interface OrderListRow extends ListedOrderRow {
  readonly depot_id: number | null;
  readonly depot_name: string | null;
}

/** Sorts of the list; an index supports each in both directions. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  created_at: ['created_at', 'id'],
  registration: ['registration'],
  state: ['state', 'created_at', 'id'],
  due_on: ['due_on', 'id'],
  repairer: ['repairer', 'created_at', 'id'],
  total: ['total', 'id'],
};
const NEWEST = ['created_at', 'id'];

const ORDER = sql`r.id, r.reference_number, r.vehicle_id, v.registration, r.title, r.source, r.place,
  r.state, r.needs_approval, r.repairer, r.repairer_answer, r.bay, r.planned_at, r.planned_minutes,
  r.technicians, r.due_on::text as due_on, r.total, r.has_warranty, r.created_at, r.closed_at,
  r.version`;
const COLUMNS = sql`${ORDER}, p.depot_id, p.depot_name`;

function conditionsOf(filter: OrderFilter): Condition[] {
  const { state, place, repairer, isOverdue, toApprove, hasWarranty, start, end } = filter;
  const { defectId, inspectionId, scheduleId } = filter;
  return [
    ...(state === 'open' || isOverdue ? [sql`r.closed_at is null`] : []),
    ...(state === null || state === 'open' ? [] : [sql`r.state = ${state}`]),
    ...(isOverdue ? [sql`r.due_on < current_date`, sql`r.state <> 'done'`] : []),
    ...(toApprove === undefined ? [] : [sql`r.needs_approval`]),
    ...(toApprove === undefined || toApprove === null ? [] : [sql`r.total <= ${toApprove}`]),
    ...(hasWarranty ? [sql`r.has_warranty`] : []),
    ...(place === null ? [] : [sql`r.place = ${place}`]),
    ...(repairer === null ? [] : [sql`r.repairer = ${repairer}`]),
    ...(defectId === null
      ? []
      : [
          sql`r.id in (select d.work_order_id from work_order_defects d
            where d.defect_record_id = ${defectId})`,
        ]),
    ...(inspectionId === null ? [] : [sql`r.inspection_record_id = ${inspectionId}`]),
    ...(scheduleId === null ? [] : [sql`r.scheduled_activity_id = ${scheduleId}`]),
    ...(start === null ? [] : [sql`r.created_at >= ${start}`]),
    ...(end === null ? [] : [sql`r.created_at < ${end}`]),
  ];
}

/** Few orders are due later than this after their creation, days; an index contains only these. */
const LATE_DAYS = 90;
const CREATED_ON = sql`(r.created_at at time zone 'UTC')::date`;

/**
 * Cases of orders by due day of a range of creation. Most of them are due in the range or soon after it, so that the
 * sequence of due days is read from there on; indexes contain only the orders that are due before their creation, and
 * long after it.
 */
function dueCases({ end, start }: OrderFilter): readonly SortedCase[] {
  const from = start === null ? null : sql`${start.toISOString().slice(0, 10)}::date`;
  const to = end === null ? null : sql`${end.toISOString().slice(0, 10)}::date + ${LATE_DAYS}::int`;
  return [
    {
      condition: all([
        sql`r.due_on is not null`,
        ...(from === null ? [] : [sql`r.due_on >= ${from}`]),
        ...(to === null ? [] : [sql`r.due_on <= ${to}`]),
      ]),
    },
    { condition: sql`r.due_on is null` },
    ...(from === null
      ? []
      : [
          {
            condition: sql`r.due_on < ${from} and r.due_on < ${CREATED_ON}`,
            areFew: true as const,
          },
        ]),
    ...(to === null
      ? []
      : [
          {
            condition: sql`r.due_on > ${to} and r.due_on > ${CREATED_ON} + ${sql.lit(LATE_DAYS)}`,
            areFew: true as const,
          },
        ]),
  ];
}

/** Cases in which an index has the sequence of a list; undefined if it has it for all orders. */
function casesOf(filter: OrderFilter, orderBy: string | null): readonly SortedCase[] | undefined {
  // The index by repairer begins with the place: orders of the own workshop have none and would all be last.
  if (orderBy === 'repairer' && filter.place === null)
    return WORK_ORDER_PLACES.map((place) => ({ condition: sql`r.place = ${place}` }));
  if (orderBy === 'due_on' && (filter.start !== null || filter.end !== null))
    return dueCases(filter);
  return undefined;
}

/** A page of the orders of visible vehicles, and their count. */
export function orderPage(trx: Transaction, viewer: Viewer, filter: OrderFilter, page: Page) {
  const cases = casesOf(filter, page.orderBy);
  const list = {
    table: 'work_orders',
    at: 'created_at',
    conditions: conditionsOf(filter),
    keys: KEYS[page.orderBy ?? 'created_at'] ?? NEWEST,
    ...(cases === undefined ? {} : { cases }),
  } as const;
  return recordPage<OrderListRow>(trx, viewer, list, filter, page, COLUMNS);
}

/** The vehicle of a defect, an inspection or a scheduled activity; null if there is none. */
export async function vehicleOfSource(
  trx: Transaction,
  of: Pick<OrderFilter, 'defectId' | 'inspectionId' | 'scheduleId'>,
): Promise<number | null> {
  const { rows } = await sql<{ vehicle_id: number }>`
    select vehicle_id from defect_records where id = ${of.defectId}
    union all select vehicle_id from inspection_records where id = ${of.inspectionId}
    union all select vehicle_id from scheduled_activities where id = ${of.scheduleId}
    limit 1`.execute(trx);
  return rows[0]?.vehicle_id ?? null;
}

/** Counts of the open orders of a scope. */
export interface OrderFigures {
  open: number;
  to_approve: number;
  approved: number;
  in_progress: number;
  done: number;
  overdue: number;
  repairers: string[];
}

const MAX_REPAIRERS = 200;

/**
 * Counts the open orders of the vehicles of a scope.
 *
 * @param limit up to which total the viewer approves; null for any
 */
export async function orderFigures(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
  limit: number | null,
): Promise<OrderFigures> {
  const counted = (condition: Condition) => sql`(count(*) filter (where ${condition}))::int`;
  const within = limit === null ? sql`true` : sql`o.total <= ${limit}`;
  const { rows } = await sql<OrderFigures>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, scope)}),
    open as materialized (select r.state, r.needs_approval, r.due_on, r.total, r.repairer
      from work_orders r where r.closed_at is null and ${all([
        ofCustomer(viewer, 'r.customer_id'),
        sql`r.vehicle_id in (select id from sight)`,
      ])})
    select count(*)::int as open,
      ${counted(sql`o.needs_approval and ${within}`)} as to_approve,
      ${counted(sql`o.state = 'approved'`)} as approved,
      ${counted(sql`o.state = 'in_progress'`)} as in_progress,
      ${counted(sql`o.state = 'done'`)} as done,
      ${counted(sql`o.due_on < current_date and o.state <> 'done'`)} as overdue,
      array(select distinct r.repairer from open r where r.repairer is not null
        order by r.repairer limit ${MAX_REPAIRERS}) as repairers
    from open o`.execute(trx);
  return rows[0] as OrderFigures;
}

const MAX_PLANNED = 500;
const MAX_UNPLANNED = 100;

/**
 * The orders of the own workshop: planned between two moments, and open ones without a planned time.
 *
 * @param between the start inclusive, the end not; null for those without a planned time
 */
export async function boardOrders(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
  between: { readonly start: Date; readonly end: Date } | null,
): Promise<OrderListRow[]> {
  const when =
    between === null
      ? sql`r.planned_at is null and r.closed_at is null and r.state <> 'done'`
      : sql`r.planned_at >= ${between.start} and r.planned_at < ${between.end}
          and r.state <> 'cancelled'`;
  const order = between === null ? sql`r.due_on, r.id` : sql`r.planned_at, r.id`;
  const { rows } = await sql<OrderListRow>`
    select ${COLUMNS} from work_orders r join vehicles v on v.id = r.vehicle_id
    left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
      join depots g on g.id = w.depot_id
      where w.vehicle_id = r.vehicle_id and ${depotIsVisible(viewer)}
      order by g.name limit 1) p on true
    where r.place = 'internal' and ${ofCustomer(viewer, 'r.customer_id')} and ${when}
      and r.vehicle_id in (${vehiclesOfScope(trx, viewer, scope)})
    order by ${order} limit ${between === null ? MAX_UNPLANNED : MAX_PLANNED}`.execute(trx);
  return rows;
}

/** Costs of the completed orders of a vehicle in a month. */
export interface MonthRow {
  readonly month: string;
  readonly orders: number;
  readonly labour_cost: number;
  readonly parts_cost: number;
  readonly external_cost: number;
  readonly total: number;
  readonly recovered: number;
}

/** Months of the costs of a vehicle. */
const MONTHS = 12;

/** The costs of a vehicle by the month in which its orders were completed, newest first. */
export async function costsByMonth(
  trx: Transaction,
  vehicleId: number,
  timeZone: string,
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(completed_at at time zone ${timeZone}, 'YYYY-MM') as month,
      count(*)::int as orders, sum(labour_cost)::float8 as labour_cost,
      sum(parts_cost)::float8 as parts_cost, sum(external_cost)::float8 as external_cost,
      sum(total)::float8 as total, sum(recovered)::float8 as recovered
    from work_orders
    where vehicle_id = ${vehicleId} and state in ('done', 'invoiced')
      and completed_at >= date_trunc('month', now() at time zone ${timeZone})
        at time zone ${timeZone} - make_interval(months => ${MONTHS - 1})
    group by month order by month desc`.execute(trx);
  return rows;
}
