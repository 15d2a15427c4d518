import type {
  ScrapReason,
  TyreCause,
  TyreEventKind,
  TyreState,
  TyreStatus,
} from '@roadworthy/domain';
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
  t.retreaded_on::text as retreaded_on, t.new_tread_mm, t.cost::float8 as cost, t.note, t.status,
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

/** Condition: a fitted tyre is of a vehicle in scope, another one of a depot in scope. */
const inScope = (viewer: Viewer) => sql`${ofCustomer(viewer, 't.customer_id')}
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
  const conditions = [inScope(viewer), ...conditionsOf(filter, page.search, today)];
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
  const any = await sql`select ${FROM} where ${inScope(viewer)} limit 1`.execute(trx);
  if (any.rows.length === 0) return undefined;
  const { rows } = await sql<{ now: number; soon: number }>`
    select count(*) filter (where t.change_on <= ${today}::date)::int as now,
      count(*) filter (where t.change_on > ${today}::date)::int as soon
    ${FROM} where ${inScope(viewer)} and t.status = 'fitted' and t.change_on <= ${soon(today)}`.execute(
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
    where t.id = any(${[...ids]}::int[]) and ${inScope(viewer)}`.execute(trx);
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

/** Locks tyres until the transaction ends, so that two people do not move one at a time. */
export async function lockTyres(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from tyres where id = any(${[...ids]}::int[]) order by id for update`.execute(
    trx,
  );
}

const numericOf = (amount: number | null) => (amount === null ? null : amount.toFixed(2));

/** Stores a tyre in the stock of a depot. Returns its id. */
export async function insertTyre(
  trx: Transaction,
  customerId: number,
  depotId: number,
  values: TyreValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('tyres')
    .values({
      ...values,
      customer_id: customerId,
      depot_id: depotId,
      cost: numericOf(values.cost),
      uncharged: numericOf(values.cost ?? 0) ?? '0',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes the marks and the cost of a tyre. A cost that a vehicle bears already changes there, at the
 * first fitting. Returns false if somebody else has changed it since this version.
 */
export async function updateTyre(
  trx: Transaction,
  before: Pick<TyreRow, 'id' | 'cost'>,
  version: number,
  values: TyreValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tyres')
    .set({ ...values, cost: numericOf(values.cost), version: version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const more = (values.cost ?? 0) - (before.cost ?? 0);
  if (more !== 0) {
    await sql`with borne as (update tyre_fittings set charge = charge + ${more}
        where id = (select min(id) from tyre_fittings where tyre_id = ${before.id}) returning id)
      update tyres set uncharged = uncharged + ${more}
      where id = ${before.id} and not exists (select from borne)`.execute(trx);
  }
  return true;
}

/** Deletes a tyre. */
export async function deleteTyre(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('tyres').where('id', '=', id).execute();
}

/** Whether a tyre was ever fitted. */
export async function wasFitted(trx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from tyre_fittings where tyre_id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

/** A step in the life of a tyre. */
export interface TyreEvent {
  readonly tyreId: number;
  readonly kind: TyreEventKind;
  readonly at: Date;
  readonly vehicleId?: number | null;
  readonly position?: string | null;
  readonly depotId?: number | null;
  readonly odometerM?: number | null;
  readonly treadMm?: number | null;
  readonly cost?: number | null;
  readonly note?: string;
}

export async function insertEvents(
  trx: Transaction,
  customerId: number,
  author: string,
  events: readonly TyreEvent[],
  /** Of all moves that are saved at once; null for a step that cannot be undone. */
  step: string | null = null,
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('tyre_events')
    .values(
      events.map((one) => ({
        customer_id: customerId,
        tyre_id: one.tyreId,
        kind: one.kind,
        happened_at: one.at,
        vehicle_id: one.vehicleId ?? null,
        position: one.position ?? null,
        depot_id: one.depotId ?? null,
        odometer_m: one.odometerM ?? null,
        tread_mm: one.treadMm ?? null,
        cost: numericOf(one.cost ?? null),
        note: one.note ?? '',
        author,
        step,
      })),
    )
    .execute();
}

export interface TyreEventRow {
  readonly id: number;
  readonly kind: TyreEventKind;
  readonly happened_at: Date;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly position: string | null;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly odometer_m: number | null;
  readonly tread_mm: number | null;
  readonly cost: number | null;
  readonly note: string;
  readonly author: string;
  readonly undone_at: Date | null;
  readonly undone_by: string | null;
  readonly undone_reason: string | null;
}

/** The history of a tyre, newest first. */
export async function eventsOf(trx: Transaction, tyreId: number): Promise<readonly TyreEventRow[]> {
  const { rows } = await sql<TyreEventRow>`select e.id::float8 as id, e.kind, e.happened_at,
      e.vehicle_id, v.registration, e.position, e.depot_id, d.name as depot_name, e.odometer_m,
      e.tread_mm, e.cost::float8 as cost, e.note, e.author, e.undone_at, e.undone_by, e.undone_reason
    from tyre_events e left join vehicles v on v.id = e.vehicle_id
    left join depots d on d.id = e.depot_id
    where e.tyre_id = ${tyreId}
    order by e.kind = 'added', e.happened_at desc, e.id desc limit 400`.execute(trx);
  return rows;
}

/** The time of the last step of each tyre, ms since 1970 UTC. */
export async function lastStepsOf(
  trx: Transaction,
  ids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ last_ms: number }>`
    select (extract(epoch from max(happened_at)) * 1000)::float8 as last_ms from tyre_events
    where tyre_id = any(${[...ids]}::int[]) and kind <> 'added' and undone_at is null
    group by tyre_id`.execute(trx);
  return rows.map(({ last_ms }) => last_ms);
}

/** Moves a tyre that is not fitted. */
export async function placeTyre(
  trx: Transaction,
  id: number,
  place: {
    readonly status: Exclude<TyreStatus, 'fitted'>;
    readonly depotId: number | null;
    readonly retreader: string;
    readonly reason: ScrapReason | null;
  },
): Promise<void> {
  await sql`update tyres set status = ${place.status}, depot_id = ${place.depotId},
      retreader = case when ${place.retreader} = '' then retreader else ${place.retreader} end,
      scrap_reason = ${place.reason}, version = version + 1
    where id = ${id}`.execute(trx);
}

/** Stores what the retreader did. */
export async function retreadTyre(
  trx: Transaction,
  id: number,
  done: {
    readonly number: string;
    readonly on: string;
    readonly newTreadMm: number | null;
    readonly cost: number | null;
  },
): Promise<void> {
  await sql`update tyres set is_retread = true, retread_number = ${done.number},
      retreaded_on = ${done.on}, new_tread_mm = ${done.newTreadMm},
      uncharged = uncharged + ${done.cost ?? 0}
    where id = ${id}`.execute(trx);
}
