import type { BodyOf, contract } from '@roadworthy/contract';
import { mayWorkOnOrders, toApiDateTime } from '@roadworthy/domain';
import { type Actor, actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { forbidden, wrongField } from '../../../platform/errors.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  asFieldError,
  changedMeanwhile,
  customersOf,
  visibleDefect,
  visibleInspection,
} from '../records/index.ts';
import {
  defectsOfOrder,
  type FoundOrder,
  insertOrder,
  openOrderOfDefect,
  repairerById,
  sourcesOf,
  storeDefects,
  updateOrder,
  vehicleOfFault,
} from './work-orders.repository.ts';
import { changeableOrder } from './work-orders-refusals.ts';
import { fieldChanges, orderTrail } from './work-orders-trail.ts';

type Calls = typeof contract.workOrders;
type NewBody = BodyOf<Calls['create']>;
type ChangeBody = BodyOf<Calls['change']>;

interface Owner {
  readonly customerId: number;
  readonly vehicleId: number;
}

/** @throws HttpError 400 on `repairer` for one of another customer */
async function repairerOf(trx: Transaction, customerId: number, id: number | null) {
  if (id === null) return { repairer_id: null, repairer: null };
  const found = await repairerById(trx, customerId, id);
  if (found === undefined) throw wrongField('repairer', 'work_order.repairer_unknown');
  return { repairer_id: found.id, repairer: found.name };
}

/**
 * @returns the ids, sorted
 * @throws HttpError 400 on `defects` for a defect that is not visible, of another vehicle, signed off,
 *   or in another open order
 */
async function checkedDefects(
  trx: Transaction,
  viewer: Viewer,
  { vehicleId }: Owner,
  ids: readonly number[],
  orderId: number,
): Promise<number[]> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (const id of sorted) {
    const found = await visibleDefect(trx, viewer, id);
    if (found === undefined || found.record.vehicle_id !== vehicleId) {
      throw wrongField('defects', 'work_order.defect_unknown');
    }
    const { reference_number: number, state } = found.record;
    const other = await openOrderOfDefect(trx, id, orderId);
    if (other !== undefined) {
      throw wrongField('defects', {
        code: 'work_order.defect_taken',
        params: { defect: number, order: other.reference_number },
      });
    }
    if (state === 'signed_off') {
      throw wrongField('defects', {
        code: 'work_order.defect_signed_off',
        params: { defect: number },
      });
    }
  }
  return sorted;
}

/** @throws HttpError 400 on the field for an inspection or schedule of another vehicle */
async function checkSources(trx: Transaction, viewer: Viewer, vehicleId: number, body: NewBody) {
  if (body.inspection !== null) {
    const found = await visibleInspection(trx, viewer, body.inspection);
    if (found?.record.vehicle_id !== vehicleId) {
      throw wrongField('inspection', 'work_order.source_unknown');
    }
  }
  if (body.fault !== null && (await vehicleOfFault(trx, body.fault)) !== vehicleId) {
    throw wrongField('fault', 'work_order.source_unknown');
  }
  if (body.schedule !== null) {
    const { schedule } = await sourcesOf(trx, {
      inspection_record_id: null,
      scheduled_activity_id: body.schedule,
    });
    if (schedule?.vehicle_id !== vehicleId) {
      throw wrongField('schedule', 'work_order.source_unknown');
    }
  }
}

function sourceOf({ defects, fault, inspection, schedule }: NewBody) {
  if (fault !== null) return 'fault' as const;
  if (inspection !== null) return 'inspection' as const;
  if (schedule !== null) return 'schedule' as const;
  return defects.length > 0 ? ('defect' as const) : ('manual' as const);
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * Creates an order.
 *
 * @returns its id
 * @throws HttpError 403 without permission, 400 on the field for what is not visible
 */
export async function createOrder(
  trx: Transaction,
  viewer: Viewer,
  body: NewBody,
): Promise<number> {
  if (!mayWorkOnOrders(viewer)) throw forbidden('work_order.not_allowed');
  await asFieldError('vehicle', 'vehicle.missing', visibleVehicle(trx, viewer, body.vehicle));
  const { vehicle: customerId } = await customersOf(trx, { vehicleId: body.vehicle });
  const owner = { customerId, vehicleId: body.vehicle };
  const defects = await checkedDefects(trx, viewer, owner, body.defects, 0);
  await checkSources(trx, viewer, body.vehicle, body);
  const author = await actorOf(trx, viewer);
  const id = await insertOrder(trx, {
    customer_id: customerId,
    vehicle_id: body.vehicle,
    title: body.title,
    description: body.description,
    source: sourceOf(body),
    inspection_record_id: body.inspection,
    scheduled_activity_id: body.schedule,
    fault_id: body.fault,
    place: body.place,
    bay: body.bay,
    planned_at: dateOf(body.planned_at),
    planned_minutes: body.planned_minutes,
    technicians: body.technicians,
    ...(await repairerOf(trx, customerId, body.repairer)),
    due_on: body.due_on,
    created_by: author.name,
  });
  await storeDefects(trx, { id, customerId }, defects);
  const order = { id, customer_id: customerId, vehicle_id: body.vehicle };
  await orderTrail(trx, order, author, { action: 'created' });
  return id;
}

/** The values of a change; those that are absent stay as they are. */
async function valuesOf(trx: Transaction, order: FoundOrder, body: ChangeBody) {
  const { version: _, defects: __, repairer, planned_at: plannedAt, ...plain } = body;
  return {
    ...plain,
    ...(plannedAt === undefined ? {} : { planned_at: dateOf(plannedAt) }),
    ...(repairer === undefined ? {} : await repairerOf(trx, order.customer_id, repairer)),
  };
}

async function changeDefects(
  trx: Transaction,
  viewer: Viewer,
  order: FoundOrder,
  ids: readonly number[],
) {
  const owner = { customerId: order.customer_id, vehicleId: order.vehicle_id };
  const before = (await defectsOfOrder(trx, order.id)).map((one) => one.reference_number);
  const sorted = await checkedDefects(trx, viewer, owner, ids, order.id);
  await storeDefects(trx, { id: order.id, customerId: order.customer_id }, sorted);
  const after = (await defectsOfOrder(trx, order.id)).map((one) => one.reference_number);
  return fieldChanges({ defects: before }, { defects: after });
}

/**
 * Changes or plans an order.
 *
 * @throws HttpError 404 if it is not visible, 403 without permission, 409 if it has ended or changed
 *   meanwhile, 400 on the field for what is not visible
 */
export async function changeOrder(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  body: ChangeBody,
): Promise<void> {
  const order = await changeableOrder(trx, viewer, id, body.version);
  const author: Actor = await actorOf(trx, viewer);
  const values = await valuesOf(trx, order, body);
  if (!(await updateOrder(trx, order, values))) throw changedMeanwhile();
  const named = ({ repairer_id: _, ...shown }: Readonly<Record<string, unknown>>) => shown;
  const changes = fieldChanges(named({ ...order }), named(values)).map((change) =>
    change.field === 'planned_at' ? { ...change, ...plannedChange(order, values) } : change,
  );
  if (body.defects !== undefined) {
    changes.push(...(await changeDefects(trx, viewer, order, body.defects)));
  }
  if (changes.every(({ before, after }) => before === after)) return;
  await orderTrail(trx, order, author, { action: 'changed', changes });
}

function plannedChange(order: FoundOrder, values: { readonly planned_at?: Date | null }) {
  const text = (at: Date | null | undefined) =>
    at === null || at === undefined ? null : toApiDateTime(at.getTime());
  return { before: text(order.planned_at), after: text(values.planned_at) };
}
