import type { WorkOrderActor, WorkOrderFacts } from '@roadworthy/domain';
import { defaultApprovalLimit, isAdministrator } from '@roadworthy/domain';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Tables, Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

/** Days are read as YYYY-MM-DD. */
export type WorkOrderRow = Omit<
  Selectable<Tables['work_orders']>,
  'due_on' | 'repairer_ready_on'
> & { readonly due_on: string | null; readonly repairer_ready_on: string | null };
export type WorkOrderLineRow = Selectable<Tables['work_order_lines']>;
type OrderChange = Omit<Updateable<Tables['work_orders']>, 'id' | 'version'>;

/** An order with the registration of its vehicle. */
export type FoundOrder = WorkOrderRow & { readonly registration: string };

/** An order of a visible vehicle; undefined if there is none. */
export async function visibleOrder(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<FoundOrder | undefined> {
  const { rows } = await sql<FoundOrder>`
    select r.*, r.due_on::text as due_on, r.repairer_ready_on::text as repairer_ready_on,
      v.registration from work_orders r
    join (${visibleVehicles(trx, viewer)}) v on v.id = r.vehicle_id where r.id = ${id}`.execute(
    trx,
  );
  return rows[0];
}

/** Values of a new order. */
export type NewOrder = Pick<
  WorkOrderRow,
  | 'customer_id'
  | 'vehicle_id'
  | 'title'
  | 'description'
  | 'source'
  | 'inspection_record_id'
  | 'scheduled_activity_id'
  | 'fault_id'
  | 'place'
  | 'bay'
  | 'planned_at'
  | 'planned_minutes'
  | 'technicians'
  | 'repairer_id'
  | 'repairer'
  | 'due_on'
  | 'created_by'
>;

/** Creates an order; its number is its id. */
export async function insertOrder(trx: Transaction, order: NewOrder): Promise<number> {
  const { id } = await trx
    .insertInto('work_orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('work_orders')
    .set({ reference_number: `WO-${String(id).padStart(6, '0')}` })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Updates an order that has not changed since it was read. Returns false otherwise. */
export async function updateOrder(
  trx: Transaction,
  { id, version }: Pick<WorkOrderRow, 'id' | 'version'>,
  change: OrderChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('work_orders')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds up the lines of an order that count. */
export async function refreshTotals(trx: Transaction, id: number): Promise<void> {
  await sql`update work_orders o set labour_cost = s.labour, parts_cost = s.parts,
      external_cost = s.external, recovered = s.recovered, has_warranty = s.has_warranty
    from (select coalesce(sum(net) filter (where kind = 'labour'), 0) as labour,
        coalesce(sum(net) filter (where kind = 'part'), 0) as parts,
        coalesce(sum(net) filter (where kind = 'external'), 0) as external,
        coalesce(sum(warranty_amount) filter (where warranty_state = 'accepted'), 0) as recovered,
        coalesce(bool_or(warranty_state <> 'none'), false) as has_warranty
      from work_order_lines where work_order_id = ${id} and not is_superseded) s
    where o.id = ${id}`.execute(trx);
}

/** The lines of an order, as they were added. */
export async function linesOf(trx: Transaction, id: number): Promise<WorkOrderLineRow[]> {
  return trx
    .selectFrom('work_order_lines')
    .selectAll()
    .where('work_order_id', '=', id)
    .orderBy('id')
    .limit(500)
    .execute();
}

/** The defects of an order with their first finding. */
export async function defectsOfOrder(trx: Transaction, id: number) {
  return trx
    .selectFrom('work_order_defects as o')
    .innerJoin('defect_records as d', 'd.id', 'o.defect_record_id')
    .select(['d.id', 'd.reference_number', 'd.state', 'd.items'])
    .select(
      sql<boolean>`exists (select from vor_entries e
        where e.defect_record_id = d.id and e.returned_at is null)`.as('is_off_road'),
    )
    .where('o.work_order_id', '=', id)
    .orderBy('d.id')
    .execute();
}

/** Replaces the defects of an order. */
export async function storeDefects(
  trx: Transaction,
  order: { readonly id: number; readonly customerId: number },
  defectIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('work_order_defects').where('work_order_id', '=', order.id).execute();
  if (defectIds.length === 0) return;
  await trx
    .insertInto('work_order_defects')
    .values(
      defectIds.map((defectId) => ({
        work_order_id: order.id,
        defect_record_id: defectId,
        customer_id: order.customerId,
      })),
    )
    .execute();
}

/** The open order, other than this one, that repairs a defect. */
export async function openOrderOfDefect(trx: Transaction, defectId: number, exceptId: number) {
  return trx
    .selectFrom('work_order_defects as d')
    .innerJoin('work_orders as o', 'o.id', 'd.work_order_id')
    .select(['o.id', 'o.reference_number'])
    .where('d.defect_record_id', '=', defectId)
    .where('o.id', '<>', exceptId)
    .where('o.state', 'not in', ['done', 'invoiced', 'cancelled'])
    .executeTakeFirst();
}

/** A repairer of the customer, archived ones included. */
export async function repairerById(trx: Transaction, customerId: number, id: number) {
  return trx
    .selectFrom('repairers')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** The inspection or scheduled activity that an order comes from. */
export async function sourcesOf(
  trx: Transaction,
  order: Pick<WorkOrderRow, 'inspection_record_id' | 'scheduled_activity_id'>,
) {
  const inspection = await trx
    .selectFrom('inspection_records')
    .select(['id', 'reference_number'])
    .where('id', '=', order.inspection_record_id)
    .executeTakeFirst();
  const schedule = await trx
    .selectFrom('scheduled_activities as s')
    .innerJoin('schedule_types as t', 't.id', 's.schedule_type_id')
    .select(['s.id', 't.name', 's.due_at', 's.fulfilled_at', 's.vehicle_id'])
    .where('s.id', '=', order.scheduled_activity_id)
    .executeTakeFirst();
  return { inspection, schedule };
}

/** The vehicle of a fault that devices report; undefined if there is none. */
export async function vehicleOfFault(trx: Transaction, id: number): Promise<number | undefined> {
  const found = await trx
    .selectFrom('vehicle_faults')
    .select('vehicle_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.vehicle_id;
}

/**
 * The limit up to which a person approves: of administrators none, else that of the person, else
 * that of the role.
 */
export async function approvalLimit(trx: Transaction, viewer: Viewer): Promise<number | null> {
  if (isAdministrator(viewer)) return null;
  const rows = await trx
    .selectFrom('work_order_limits')
    .select(['user_id', 'limit_total'])
    .where('customer_id', '=', viewer.customerId)
    .where((eb) => eb.or([eb('user_id', '=', viewer.userId), eb('role', '=', roleOf(viewer))]))
    .execute();
  const own = rows.find(({ user_id: userId }) => userId !== null) ?? rows[0];
  if (own === undefined) return defaultApprovalLimit(viewer);
  return own.limit_total === null ? null : Number(own.limit_total);
}

/** Only these two roles have limits; others approve nothing. */
const roleOf = ({ role }: Viewer) => (role === 'MANAGER' || role === 'USER' ? role : null);

/** The viewer as the rules of work orders see them. */
export async function workOrderActor(trx: Transaction, viewer: Viewer): Promise<WorkOrderActor> {
  return { ...viewer, limit: await approvalLimit(trx, viewer) };
}

/** What the rules need to know of an order. */
export const factsOf = (order: WorkOrderRow): WorkOrderFacts => ({
  state: order.state,
  total: Number(order.total),
  approvedTotal: order.approved_total === null ? null : Number(order.approved_total),
  isStarted: order.started_at !== null,
});
