import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { restoreLeftSchedules } from '../calculation/service-plans-calculation.repository.ts';

/** A service of a plan. */
export interface PlanServiceRow {
  readonly schedule_type: number;
  readonly name: string;
  /** By time, as in "1y". */
  readonly interval: string;
  readonly interval_m: number | null;
  readonly interval_engine_s: number | null;
}

export interface PlanRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly note: string;
  readonly model_id: number | null;
  readonly model_name: string | null;
  readonly services: readonly PlanServiceRow[];
  readonly vehicles: number;
  readonly version: number;
}

const COLUMNS = sql`p.id, p.customer_id, p.name, p.note, p.version,
  p.manufacturer_model_id as model_id, m.name as model_name,
  (select count(*)::int from vehicle_service_plans a where a.plan_id = p.id) as vehicles,
  (select coalesce(json_agg(json_build_object('schedule_type', i.schedule_type_id, 'name', t.name,
      'interval', coalesce(c.interval, t.interval), 'interval_m', i.interval_m,
      'interval_engine_s', i.interval_engine_s) order by t.name, t.id), '[]')
    from service_plan_items i join schedule_types t on t.id = i.schedule_type_id
    left join schedule_intervals c on c.schedule_type_id = t.id and c.customer_id = p.customer_id
      and c.vehicle_id is null
    where i.plan_id = p.id) as services`;
const FROM = sql`from service_plans p left join catalogue_entries m on m.id = p.manufacturer_model_id`;

/** A page of the plans, by name. */
export function planPage(trx: Transaction, viewer: Viewer, page: Page) {
  return exactPage<PlanRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`${FROM} where ${ofCustomer(viewer, 'p.customer_id')}
      and (p.name ilike ${containsPattern(page.search)} or m.name ilike ${containsPattern(page.search)})`,
    order: page.descending ? sql`lower(p.name) desc, p.id` : sql`lower(p.name), p.id`,
  });
}

export async function visiblePlan(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`select ${COLUMNS} ${FROM}
    where p.id = ${id} and ${ofCustomer(viewer, 'p.customer_id')}`.execute(trx);
  return rows[0];
}

/** What a person enters. */
export interface PlanValues {
  readonly name: string;
  readonly note: string;
  readonly model: number | null;
  readonly services: readonly {
    readonly schedule_type: number;
    readonly interval_m: number | null;
    readonly interval_engine_s: number | null;
  }[];
}

/** Which of these exist for a customer: a model, and schedule types that are in use. */
export async function knownReferences(
  trx: Transaction,
  customerId: number,
  { model, services }: PlanValues,
): Promise<{ readonly hasModel: boolean; readonly types: ReadonlySet<number> }> {
  const wanted = services.map(({ schedule_type }) => schedule_type);
  const types = await sql<{ id: number }>`select id from schedule_types
    where id = any(${wanted}::int[]) and archived_at is null
      and (customer_id is null or customer_id = ${customerId})`.execute(trx);
  const models = await sql`select from catalogue_entries
    where id = ${model} and kind = 'model' and customer_id = ${customerId}`.execute(trx);
  return {
    hasModel: model === null || models.rows.length > 0,
    types: new Set(types.rows.map(({ id }) => id)),
  };
}

/** Stores a plan without its services. Returns its id. */
export async function insertPlan(
  trx: Transaction,
  customerId: number,
  { name, note, model }: PlanValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('service_plans')
    .values({ customer_id: customerId, name, note, manufacturer_model_id: model })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a plan. Returns false if somebody else has changed it since this version. */
export async function updatePlan(
  trx: Transaction,
  id: number,
  version: number,
  { name, note, model }: PlanValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('service_plans')
    .set({ name, note, manufacturer_model_id: model, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function keepPlanServices(
  trx: Transaction,
  plan: { readonly id: number; readonly customerId: number },
  services: PlanValues['services'],
): Promise<void> {
  await trx.deleteFrom('service_plan_items').where('plan_id', '=', plan.id).execute();
  await trx
    .insertInto('service_plan_items')
    .values(
      services.map(({ schedule_type, interval_m, interval_engine_s }) => ({
        plan_id: plan.id,
        customer_id: plan.customerId,
        schedule_type_id: schedule_type,
        interval_m: interval_m === null ? null : String(interval_m),
        interval_engine_s: interval_engine_s === null ? null : String(interval_engine_s),
      })),
    )
    .execute();
}

/** Asks for another calculation of the vehicles of a plan. */
export async function recalculatePlan(trx: Transaction, planId: number): Promise<void> {
  await trx
    .updateTable('vehicle_service_plans')
    .set({ calculated_at: null })
    .where('plan_id', '=', planId)
    .execute();
}

/** The vehicles of a plan. */
export async function vehiclesOfPlan(trx: Transaction, planId: number): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('vehicle_service_plans')
    .select('vehicle_id')
    .where('plan_id', '=', planId)
    .execute();
  return rows.map(({ vehicle_id }) => vehicle_id);
}

/** Forgets the next services of vehicles that left their plan; their schedules are due by time again. */
export async function forgetServices(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<void> {
  await restoreLeftSchedules(trx, vehicleIds);
  await sql`delete from vehicle_services where vehicle_id = any(${[...vehicleIds]}::int[])`.execute(
    trx,
  );
}

export async function deletePlan(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('service_plans').where('id', '=', id).execute();
}

/** Assigns a plan to vehicles of its customer, instead of the one that they had. */
export async function assignVehicles(
  trx: Transaction,
  plan: { readonly id: number; readonly customerId: number },
  vehicleIds: readonly number[],
): Promise<void> {
  await sql`insert into vehicle_service_plans (vehicle_id, customer_id, plan_id)
    select v.id, v.customer_id, ${plan.id} from vehicles v
    where v.id = any(${[...vehicleIds]}::int[]) and v.customer_id = ${plan.customerId}
    on conflict (vehicle_id) do update set plan_id = excluded.plan_id,
      assigned_at = case when vehicle_service_plans.plan_id = excluded.plan_id
        then vehicle_service_plans.assigned_at else now() end, calculated_at = null`.execute(trx);
}

/** Takes a vehicle out of its plan. Returns the plan that it had. */
export async function leavePlan(trx: Transaction, vehicleId: number): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('vehicle_service_plans')
    .where('vehicle_id', '=', vehicleId)
    .returning('plan_id')
    .executeTakeFirst();
  return row?.plan_id;
}
