import type { VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DueDate } from '../../../../engines/schedules/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A schedule type assigned to a vehicle that has no schedule of it yet. */
export interface MissingSchedule {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly type: VehicleType;
  readonly firstRegisteredMs: number | null;
  readonly typeId: number;
  readonly category: string;
  readonly interval: string;
  readonly planWindow: string;
}

/**
 * Schedule types that are assigned to vehicles, directly or through a depot, but of which the
 * vehicle has neither an open nor a fulfilled schedule. Archived types, and types for other kinds
 * of vehicle, are left out.
 *
 * @param condition on the vehicle `v`
 */
async function missing(trx: Transaction, condition: RawBuilder<unknown>) {
  const { rows } = await sql<MissingSchedule>`
    select v.id as "vehicleId", v.customer_id as "customerId", v.type,
      (extract(epoch from v.first_registered_on) * 1000)::float8 as "firstRegisteredMs",
      s.id as "typeId", s.category, coalesce(i.interval, c.interval, s.interval) as interval,
      coalesce(i.plan_window, c.plan_window, s.plan_window) as "planWindow"
    from vehicles v
    cross join lateral (
      select w.schedule_type_id as id from vehicle_schedule_types w where w.vehicle_id = v.id
      union
      select d.schedule_type_id from vehicle_depots o
        join depot_schedule_types d on d.depot_id = o.depot_id where o.vehicle_id = v.id
    ) wanted
    join schedule_types s on s.id = wanted.id and s.archived_at is null
      and (s.vehicle_types = '{}' or v.type = any(s.vehicle_types))
    left join schedule_intervals c on c.schedule_type_id = s.id and c.customer_id = v.customer_id
      and c.vehicle_id is null
    left join schedule_intervals i on i.schedule_type_id = s.id and i.customer_id = v.customer_id
      and i.vehicle_id = v.id
    where v.is_active and ${condition} and not exists (select from scheduled_activities a
      where a.vehicle_id = v.id and a.schedule_type_id = s.id)
    order by v.id, s.id`.execute(trx);
  return rows;
}

/** Missing schedules of vehicles. */
export const missingOfVehicles = (trx: Transaction, ids: readonly number[]) =>
  missing(trx, sql`v.id = any(${[...ids]}::int[])`);

/** Missing schedules of the vehicles of a depot. */
export const missingOfDepot = (trx: Transaction, depotId: number) =>
  missing(
    trx,
    sql`exists (select from vehicle_depots m where m.vehicle_id = v.id and m.depot_id = ${depotId})`,
  );

/** The first schedule of a type for a vehicle. */
export interface FirstSchedule extends DueDate {
  readonly of: MissingSchedule;
  readonly interval: string;
}

/** Inserts schedules without a creating activity, except those inserted concurrently. */
export async function insertFirst(
  trx: Transaction,
  schedules: readonly FirstSchedule[],
): Promise<{ id: number; vehicleId: number; typeId: number }[]> {
  const all = schedules.map(({ of, interval, dueMs, earliestDay, latestDay }) => ({
    customer: of.customerId,
    vehicle: of.vehicleId,
    type: of.typeId,
    interval,
    due: new Date(dueMs).toISOString(),
    earliest: earliestDay,
    latest: latestDay,
  }));
  const { rows } = await sql<{ id: number; vehicleId: number; typeId: number }>`
    insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
      earliest_on, latest_on)
    select r.customer, r.vehicle, r.type, r.interval, r.due, r.earliest, r.latest
    from json_to_recordset(${JSON.stringify(all)}) as r (customer int, vehicle int, type int,
      interval text, due timestamptz, earliest date, latest date)
    on conflict do nothing
    returning id, vehicle_id as "vehicleId", schedule_type_id as "typeId"`.execute(trx);
  return rows;
}
