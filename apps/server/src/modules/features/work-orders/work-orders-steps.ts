import type { contract, FieldsOf } from '@roadworthy/contract';
import { type WorkOrderState, workOrderAfter } from '@roadworthy/domain';
import { type Actor, actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../platform/errors.ts';
import { changedMeanwhile, type Prepared, type StoredPhotos } from '../records/index.ts';
import { fulfilFromWorkOrder } from '../service-plans/index.ts';
import { clearIssued } from './lines/work-orders-lines.repository.ts';
import { checkIssued, returnIssued } from './lines/work-orders-lines-parts.ts';
import { revokeLinks } from './links/work-orders-links.repository.ts';
import { insertPhotographs } from './report/work-orders-report.repository.ts';
import { stopClocks } from './times/work-orders-times.repository.ts';
import {
  type FoundOrder,
  factsOf,
  linesOf,
  updateOrder,
  visibleOrder,
  workOrderActor,
} from './work-orders.repository.ts';
import { assignDefectsOf, repairDefectsOf } from './work-orders-defects.ts';
import { refusalOf } from './work-orders-refusals.ts';
import { orderTrail } from './work-orders-trail.ts';

export type OrderStepFields = FieldsOf<typeof contract.workOrders.move>;

/** A step that follows and is permitted. */
export interface PreparedOrderStep extends Prepared {
  readonly fields: OrderStepFields;
  readonly order: FoundOrder;
  readonly to: WorkOrderState;
}

/** Steps whose reason or result must be written down. */
const WITH_WORDS: ReadonlySet<OrderStepFields['step']> = new Set([
  'refuse',
  'complete',
  'reopen',
  'cancel',
]);

/**
 * Checks a step against the current order.
 *
 * @throws HttpError 404 if it is not visible, 403 without permission or limit, 409 if the step does
 *   not follow, parts are not issued, or the order has changed since it was read, 400 on `note` if it is
 *   missing
 */
export async function prepareOrderStep(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  fields: OrderStepFields,
): Promise<PreparedOrderStep> {
  const order = orNotFound(await visibleOrder(trx, viewer, id));
  const { to, refusal } = workOrderAfter(
    factsOf(order),
    fields.step,
    await workOrderActor(trx, viewer),
  );
  if (refusal === 'not_allowed') throw refusalOf(refusal);
  if (order.version !== fields.version) throw changedMeanwhile();
  if (refusal !== null) throw refusalOf(refusal);
  if (WITH_WORDS.has(fields.step) && (fields.note ?? '').length < 2) {
    throw wrongField('note', 'work_order.note_required');
  }
  if (fields.step === 'complete' || fields.step === 'invoice') await checkIssued(trx, order.id);
  return { customerId: order.customer_id, captions: fields.captions ?? [], fields, order, to };
}

/** The columns that a step changes. */
function valuesOf(
  { order, fields, to }: PreparedOrderStep,
  author: Actor,
  signatureId: string | null,
) {
  const now = new Date();
  const isApproved = to === 'approved' || to === 'in_progress' || to === 'done';
  const isApproval = fields.step === 'approve' || (fields.step === 'submit' && isApproved);
  return {
    state: to,
    ...(isApproval
      ? { approved_total: order.total, approved_at: now, approved_by: author.name }
      : {}),
    ...(fields.step === 'start' ? { started_at: now } : {}),
    ...(fields.step === 'complete'
      ? {
          completed_at: now,
          completed_by: author.name,
          completion_note: fields.note ?? '',
          signature_file_id: signatureId,
        }
      : {}),
    ...(fields.step === 'reopen' ? { completed_at: null, completed_by: null } : {}),
    ...(to === 'invoiced' || to === 'cancelled' ? { closed_at: now } : {}),
  };
}

/**
 * Takes a step in its transaction, with what follows from it: defects are assigned when work starts
 * and repaired when it is done; clocks stop when it is done; links end with a closed order; issued parts
 * return when it is cancelled.
 *
 * @returns the defects that completion left as they are
 * @throws HttpError 409 if another person changed the order first
 */
export async function takeOrderStep(
  trx: Transaction,
  viewer: Viewer,
  prepared: PreparedOrderStep,
  { photos, signature }: StoredPhotos,
): Promise<{ id: number; reference_number: string }[]> {
  const { order, fields, to } = prepared;
  const author = await actorOf(trx, viewer);
  const values = valuesOf(prepared, author, signature?.id ?? null);
  if (!(await updateOrder(trx, order, values))) throw changedMeanwhile();
  await insertPhotographs(trx, order, photos);
  if (to === 'cancelled') {
    await returnIssued(trx, viewer, order, await linesOf(trx, order.id));
    await clearIssued(trx, order.id);
  }
  if (to === 'done' || to === 'cancelled') await stopClocks(trx, { orderId: order.id });
  if (to === 'invoiced' || to === 'cancelled') await revokeLinks(trx, order.id, null);
  if (fields.step === 'start') await assignDefectsOf(trx, viewer, order, author);
  const isAtOnce = fields.step === 'submit' && to !== 'awaiting_approval';
  await orderTrail(trx, order, author, {
    action: isAtOnce ? 'approve' : fields.step,
    note: fields.note ?? '',
    changes: [
      { field: 'state', before: order.state, after: to },
      ...('approved_total' in values
        ? [{ field: 'approved_total', before: order.approved_total, after: order.total }]
        : []),
    ],
  });
  if (fields.step !== 'complete') return [];
  if (order.scheduled_activity_id !== null) {
    await fulfilFromWorkOrder(trx, viewer, order.scheduled_activity_id, Date.now());
  }
  return repairDefectsOf(trx, viewer, order, author, fields.note ?? '');
}
