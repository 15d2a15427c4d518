import type { ScrapReason, TyreCause, TyreState, TyreStatus } from '@roadworthy/domain';
import { TYRE_SOON_DAYS } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  depotIsAssigned,
  exactPage,
  ofCustomer,
  type Transaction,
  vehicleInScope,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';

/** What a person enters of a tyre. Days are YYYY-MM-DD. */
export interface TyreValues {
  readonly serial: string;
  readonly make: string;
  readonly model: string;
  readonly size: string;
  readonly load_index: string;
  readonly speed_rating: string;
  readonly dot_week: string | null;
  readonly is_retread: boolean;
  readonly retread_number: string;
  readonly retreaded_on: string | null;
  readonly new_tread_mm: number | null;
  readonly cost: number | null;
  readonly bought_on: string | null;
  readonly note: string;
}

/** A tyre with where it is. Days are YYYY-MM-DD. */
export interface TyreRow extends TyreValues {
  readonly id: number;
  readonly customer_id: number;
  readonly status: TyreStatus;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly retreader: string;
  readonly scrap_reason: ScrapReason | null;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly position: string | null;
  readonly fitted_at: Date | null;
  readonly tread_mm: number | null;
  readonly tread_at: Date | null;
  readonly run_m: number | null;
  readonly wear_mm_per_m: number | null;
  readonly change_on: string | null;
  readonly change_cause: TyreCause | null;
  readonly state: TyreState | null;
  readonly version: number;
}

export interface TyreFilter {
  readonly status?: TyreStatus | undefined;
  readonly due?: 'now' | 'soon' | undefined;
  readonly depot?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly make?: string | undefined;
  readonly size?: string | undefined;
}

const soon = (today: string) => sql`${today}::date + ${sql.lit(TYRE_SOON_DAYS)}`;

const columns = (today: string) => sql`t.id, t.customer_id, t.serial, t.make, t.model, t.size,
  t.load_index, t.speed_rating, t.dot_week, t.is_retread, t.retread_number,
  t.retreaded_on::text as retreaded_on, t.new_tread_mm, t.cost::float8 as cost,
  t.bought_on::text as bought_on, t.note, t.status,
  t.depot_id, d.name as depot_name, t.retreader, t.scrap_reason, f.vehicle_id, v.registration,
  f.position, f.fitted_at, t.tread_mm, t.tread_at, t.run_m, t.wear_mm_per_m,
  t.change_on::text as change_on, t.change_cause, t.version,
  case when t.status <> 'fitted' then null when t.change_on <= ${today}::date then 'now'
    when t.change_on <= ${soon(today)} then 'soon' when t.tread_mm is null then 'unknown'
    else 'good' end as state`;
const FROM = sql`from tyres t
  left join tyre_fittings f on f.tyre_id = t.id and f.removed_at is null
  left join vehicles v on v.id = f.vehicle_id
  left join depots d on d.id = t.depot_id`;

/** Condition: a fitted tyre `t` is of a vehicle in scope by its fitting `f`, another one of a depot in scope. */
export const tyreInScope = (viewer: Viewer) => sql`${ofCustomer(viewer, 't.customer_id')}
  and case when f.id is null then ${depotIsAssigned(viewer, 't.depot_id')}
    else ${vehicleInScope(viewer, 'f.vehicle_id')} end`;

function conditionsOf(filter: TyreFilter, search: string, today: string): RawBuilder<unknown>[] {
  const { depot, due, make, size, status, vehicle } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (status !== undefined) all.push(sql`t.status = ${status}`);
  if (vehicle !== undefined) all.push(sql`f.vehicle_id = ${vehicle}`);
  if (make !== undefined) all.push(sql`t.make = ${make}`);
  if (size !== undefined) all.push(sql`t.size = ${size}`);
  if (depot !== undefined) {
    all.push(sql`(case when f.id is null then t.depot_id = ${depot} else f.vehicle_id in
      (select o.vehicle_id from vehicle_depots o where o.depot_id = ${depot}) end)`);
  }
  if (due !== undefined) {
    all.push(sql`t.status = 'fitted'`);
    all.push(
      due === 'now'
        ? sql`t.change_on <= ${today}::date`
        : sql`t.change_on > ${today}::date and t.change_on <= ${soon(today)}`,
    );
  }
  if (search !== '') {
    const pattern = containsPattern(search);
    all.push(sql`(t.serial ilike ${pattern} or t.make ilike ${pattern} or t.model ilike ${pattern}
      or t.size ilike ${pattern} or v.registration ilike ${pattern})`);
  }
  return all;
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  serial: sql`lower(t.serial)`,
  make: sql`lower(t.make || ' ' || t.model)`,
  status: sql`t.status`,
  tread_mm: sql`t.tread_mm`,
  run_m: sql`t.run_m`,
};

/**
 * A page of the tyres in scope, those due first.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export function tyrePage(
  trx: Transaction,
  viewer: Viewer,
  filter: TyreFilter,
  page: Page,
  today: string,
) {
  const to = page.descending ? sql`desc` : sql`asc`;
  const by = ORDERS[page.orderBy ?? ''] ?? sql`t.change_on`;
  const conditions = [tyreInScope(viewer), ...conditionsOf(filter, page.search, today)];
  return exactPage<TyreRow>(trx, page, {
    columns: columns(today),
    matching: sql`${FROM} where ${sql.join(conditions, sql` and `)}`,
    order: sql`${by} ${to} nulls last, t.id`,
  });
}

/** Fitted tyres to change now and soon; undefined without any tyre in scope. */
export async function tyreFigures(
  trx: Transaction,
  viewer: Viewer,
  today: string,
): Promise<{ readonly now: number; readonly soon: number } | undefined> {
  const any = await sql`select ${FROM} where ${tyreInScope(viewer)} limit 1`.execute(trx);
  if (any.rows.length === 0) return undefined;
  const { rows } = await sql<{ now: number; soon: number }>`
    select count(*) filter (where t.change_on <= ${today}::date)::int as now,
      count(*) filter (where t.change_on > ${today}::date)::int as soon
    ${FROM} where ${tyreInScope(viewer)} and t.status = 'fitted' and t.change_on <= ${soon(today)}`.execute(
    trx,
  );
  return rows[0];
}

/** Tyres in scope by id; those of others are left out. */
export async function tyresById(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
  today: string,
): Promise<readonly TyreRow[]> {
  const { rows } = await sql<TyreRow>`select ${columns(today)} ${FROM}
    where t.id = any(${[...ids]}::int[]) and ${tyreInScope(viewer)}`.execute(trx);
  return rows;
}

/** The tyres that are on a vehicle now. The caller has checked that it is visible. */
export async function tyresOnVehicle(
  trx: Transaction,
  vehicleId: number,
  today: string,
): Promise<readonly TyreRow[]> {
  const { rows } = await sql<TyreRow>`select ${columns(today)} ${FROM}
    where f.vehicle_id = ${vehicleId}`.execute(trx);
  return rows;
}
