import type { VehicleType } from '@roadworthy/domain';
import { must } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CountedRows,
  contains,
  countedPage,
  ofCustomerOrBuiltIn,
  type SearchedList,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';

export interface ScheduleTypeRow {
  id: number;
  /** Null for a built-in type. */
  customer_id: number | null;
  name: string;
  category: string;
  /** The effective interval: the vehicle's own, else the customer's, else that of the type. */
  interval: string;
  plan_window: string;
  vehicle_types: VehicleType[];
}

/** A vehicle that can have its own interval. */
export interface IntervalOwner {
  readonly id: number;
  readonly customerId: number;
}

/** Editable values of a type. */
export type ScheduleTypeValues = Omit<ScheduleTypeRow, 'id' | 'customer_id'>;

const COLUMNS = sql`s.id, s.customer_id, s.name, s.category, s.vehicle_types, s.interval,
  s.plan_window`;

/**
 * Visible types `s`, with the intervals that apply to a vehicle, or to the viewer's customer.
 *
 * @param from table or subquery of the types
 */
function types(viewer: Viewer, vehicle: IntervalOwner | null, from = sql`schedule_types`) {
  const customerId = vehicle?.customerId ?? viewer.customerId ?? 0;
  return sql`(
    select s.id, s.customer_id, s.name, s.category, s.vehicle_types, s.archived_at,
      coalesce(i.interval, c.interval, s.interval) as interval,
      coalesce(i.plan_window, c.plan_window, s.plan_window) as plan_window
    from ${from} s
    left join schedule_intervals c on c.schedule_type_id = s.id and c.customer_id = ${customerId}
      and c.vehicle_id is null
    left join schedule_intervals i on i.schedule_type_id = s.id and i.customer_id = ${customerId}
      and i.vehicle_id = ${vehicle?.id ?? 0}
    where ${ofCustomerOrBuiltIn(viewer, 's.customer_id')}) s`;
}

const SEARCHED: SearchedList = {
  found: 'schedule_types_found',
  id: 's.id',
  onTheWay: (pattern) => sql`s.name ilike ${pattern}`,
};

/** A page of types by name, or by category and name; the count is limited. */
export async function scheduleTypes(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
): Promise<CountedRows<ScheduleTypeRow>> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const first = page.orderBy === 'category' ? sql`s.category ${to}, s.name` : sql`s.name ${to}`;
  const matching = sql`from schedule_types s where ${ofCustomerOrBuiltIn(viewer, 's.customer_id')} and s.archived_at is null
    and ${await contains(trx, SEARCHED, page.search)}`;
  const shown = sql`(select s.* ${matching}
    order by ${first}, s.id limit ${page.limit} offset ${page.offset})`;
  const read = sql<ScheduleTypeRow>`select ${COLUMNS} from ${types(viewer, null, shown)}
    order by ${first}, s.id`;
  return countedPage(trx, page, read, matching);
}

/** A visible type with the interval for a vehicle, or for the viewer's customer. */
export async function scheduleType(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  vehicle: IntervalOwner | null,
): Promise<ScheduleTypeRow | undefined> {
  const { rows } = await sql<ScheduleTypeRow>`select ${COLUMNS} from ${types(viewer, vehicle)}
    where s.id = ${id}`.execute(trx);
  return rows[0];
}

/** Customer of a vehicle, and the facts that limit its intervals. */
export interface ScheduledVehicle {
  readonly id: number;
  readonly customer_id: number;
  readonly registration: string;
  readonly type: VehicleType;
  readonly first_registered_ms: number | null;
}

/** The caller must have checked that the vehicle is visible. */
export async function scheduledVehicle(trx: Transaction, id: number): Promise<ScheduledVehicle> {
  const { rows } = await sql<ScheduledVehicle>`select id, customer_id, registration, type,
      (extract(epoch from first_registered_on) * 1000)::float8 as first_registered_ms
    from vehicles where id = ${id}`.execute(trx);
  return must(rows[0], 'vehicle.missing');
}

/** The due date of the open schedule of a vehicle and a type; null if there is none. */
export async function openDueDate(
  trx: Transaction,
  vehicleId: number,
  scheduleTypeId: number,
): Promise<Date | null> {
  const row = await trx
    .selectFrom('scheduled_activities')
    .select('due_at')
    .where('vehicle_id', '=', vehicleId)
    .where('schedule_type_id', '=', scheduleTypeId)
    .where('fulfilled_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Inserts a type, built in if the customer is null. Returns its id. */
export async function insertScheduleType(
  trx: Transaction,
  customerId: number | null,
  values: ScheduleTypeValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('schedule_types')
    .values({ ...values, customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateScheduleType(
  trx: Transaction,
  id: number,
  values: ScheduleTypeValues,
): Promise<void> {
  await trx.updateTable('schedule_types').set(values).where('id', '=', id).execute();
}

/** Saves the interval of a type for a customer or for one of its vehicles. */
export async function keepInterval(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly scheduleTypeId: number;
    readonly vehicleId: number | null;
  },
  interval: string,
  planWindow: string | null,
): Promise<void> {
  await sql`insert into schedule_intervals
      (customer_id, schedule_type_id, vehicle_id, interval, plan_window)
    values (${of.customerId}, ${of.scheduleTypeId}, ${of.vehicleId}, ${interval}, ${planWindow})
    on conflict (customer_id, schedule_type_id, coalesce(vehicle_id, 0))
    do update set interval = excluded.interval, plan_window = excluded.plan_window`.execute(trx);
}

/** Removes a vehicle's own interval, so that the customer's or the type's applies again. */
export async function dropVehicleInterval(
  trx: Transaction,
  scheduleTypeId: number,
  vehicleId: number,
): Promise<void> {
  await trx
    .deleteFrom('schedule_intervals')
    .where('schedule_type_id', '=', scheduleTypeId)
    .where('vehicle_id', '=', vehicleId)
    .execute();
}
