import type { BodyOf, contract } from '@roadworthy/contract';
import { isRecordManager, toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, forbidden, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pastMoment } from '../../records/index.ts';
import { changeableOrder } from '../work-orders-refusals.ts';
import { orderTrail } from '../work-orders-trail.ts';
import { correctTime, startClock, stopClocks, timesOf } from './work-orders-times.repository.ts';

/**
 * Starts or stops the clock of a person; a clock on another order stops. Nothing happens if it is
 * already so.
 *
 * @throws HttpError 404 if the order is not visible, 403 without permission, 409 while the order is
 *   not in progress
 */
export async function setClock(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  isRunning: boolean,
): Promise<void> {
  const order = await changeableOrder(trx, viewer, id);
  const { userId } = viewer;
  const own = (await timesOf(trx, id)).some(
    (time) => time.ended_at === null && time.user_id === userId,
  );
  if (own === isRunning) return;
  if (isRunning && order.state !== 'in_progress') throw conflict('work_order.not_in_progress');
  await stopClocks(trx, { userId });
  if (!isRunning) return;
  const { name } = await actorOf(trx, viewer);
  await startClock(trx, { customerId: order.customer_id, orderId: id, userId, name });
}

/**
 * Corrects hours: one's own, or as a manager those of anybody.
 *
 * @throws HttpError 404 if they are not visible, 403 without permission, 409 for a closed order, 400
 *   on the field for a time in the future or an end before the start
 */
export async function correctHours(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly orderId: number; readonly timeId: number },
  body: BodyOf<typeof contract.workOrders.correctTime>,
): Promise<void> {
  const order = await changeableOrder(trx, viewer, of.orderId);
  const startedAt = pastMoment('started_at', body.started_at);
  const endedAt = pastMoment('ended_at', body.ended_at);
  if (endedAt < startedAt) throw wrongField('ended_at', 'validation.end_before_start');
  const before = orNotFound(await correctTime(trx, order.id, of.timeId, { startedAt, endedAt }));
  if (before.user_id !== viewer.userId && !isRecordManager(viewer)) {
    throw forbidden('access.managers_only');
  }
  const text = (start: Date, end: Date | null) =>
    `${toApiDateTime(start.getTime())} – ${end === null ? '' : toApiDateTime(end.getTime())}`;
  await orderTrail(trx, order, await actorOf(trx, viewer), {
    action: 'time',
    note: body.reason,
    changes: [
      {
        field: 'time',
        before: `${before.user_name}: ${text(before.started_at, before.ended_at)}`,
        after: `${before.user_name}: ${text(startedAt, endedAt)}`,
      },
    ],
  });
}
