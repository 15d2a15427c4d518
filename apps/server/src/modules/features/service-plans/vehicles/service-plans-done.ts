import { countingInterval } from '@roadworthy/domain';
import { dayText, dueDate } from '../../../../engines/schedules/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import { authorOf, type Change, keepChanges } from '../../../core/activity-trail/index.ts';
import {
  fulfil,
  insertSchedule,
  lockOpenSchedule,
  moveSchedule,
  scheduledVehicle,
  scheduleType,
} from '../../schedules/index.ts';
import { enterLast, wasFulfilled } from './service-plans-vehicles.repository.ts';

/** A service that was done without a document. */
export interface ServiceDone {
  readonly vehicleId: number;
  readonly typeId: number;
  /** ms since 1970 UTC */
  readonly atMs: number;
  /** What happens if a later service is recorded already. */
  readonly ifLater: 'refuse' | 'skip';
}

/**
 * Fulfils the open schedule of a service and creates the next one, an interval after the work. The
 * first service of a vehicle, done before its plan began, only moves the schedule.
 *
 * @returns the name of the service
 * @throws HttpError 400 for an unknown type, or if a later service is recorded already
 */
export async function serviceDone(
  trx: Transaction,
  viewer: Viewer,
  { atMs, ifLater, typeId, vehicleId }: ServiceDone,
): Promise<string> {
  const vehicle = await scheduledVehicle(trx, vehicleId);
  const customerId = vehicle.customer_id;
  const type = await scheduleType(trx, viewer, typeId, { id: vehicleId, customerId });
  if (type === undefined) throw wrongField('schedule_type', 'service_plan.not_in_plan');
  const open = await lockOpenSchedule(trx, vehicleId, typeId);
  const age = { type: vehicle.type, firstRegisteredMs: vehicle.first_registered_ms };
  const interval = countingInterval(type, age, atMs);
  const next = dueDate(atMs, interval, type.plan_window);
  const trail: Change[] = [];
  const keep = (id: number, action: Change['action'], before: string | null, after: string) =>
    trail.push({
      customerId,
      vehicleId,
      activityId: null,
      scheduledActivityId: id,
      action,
      changes: [{ field: 'due_date', before, after }],
    });
  const openDay = open === null ? null : dayText(open.dueMs);
  if (open !== null && open.dueMs >= next.dueMs) {
    if (await wasFulfilled(trx, vehicleId, typeId)) {
      if (ifLater === 'skip') return type.name;
      throw wrongField('done_on', 'service_plan.later_exists');
    }
    await enterLast(trx, { customerId, typeId, vehicleId }, atMs);
    await moveSchedule(trx, open.id, interval, next);
    keep(open.id, 'scheduled', openDay, dayText(next.dueMs));
  } else {
    if (open !== null && openDay !== null) {
      await fulfil(trx, open.id, null, atMs);
      keep(open.id, 'fulfilled', openDay, openDay);
    }
    const of = { customerId, vehicleId, typeId, interval, activityId: null };
    const id = await insertSchedule(trx, of, next);
    keep(id, 'scheduled', null, dayText(next.dueMs));
  }
  await keepChanges(trx, await authorOf(trx, viewer), trail);
  return type.name;
}
