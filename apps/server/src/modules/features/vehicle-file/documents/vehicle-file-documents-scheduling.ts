import { countingInterval, toApiDateTime } from '@roadworthy/domain';
import { dayText, decideSchedule } from '../../../../engines/schedules/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { SnapshotSchedule, Transaction } from '../../../../platform/db/index.ts';
import type { Change, FieldChange } from '../../../core/activity-trail/index.ts';
import {
  fulfil,
  insertSchedule,
  type LockedSchedule,
  lockOpenSchedule,
  moveSchedule,
  type ScheduledVehicle,
  scheduleType,
} from '../../schedules/index.ts';
import type { ActivityTypeRow } from '../types/vehicle-file-types.repository.ts';

/** An accepted activity and the schedule options of its request (OP-060). */
export interface Scheduling {
  readonly activityId: number;
  readonly type: ActivityTypeRow;
  readonly vehicle: ScheduledVehicle;
  /** Start of the next interval, ms since 1970 UTC. */
  readonly fulfilledMs: number;
  readonly isSuppressed: boolean;
  readonly creates: boolean;
  readonly fulfils: boolean;
  /** Whether to ignore a schedule for other types of vehicles. */
  readonly byVehicleType: boolean;
}

/** An open schedule as stored in an investigation (requirement I-P04). */
function snapshotOf({ id, dueMs }: LockedSchedule, name: string, isExpired: boolean) {
  return { id, name, was_overdue: isExpired, expires_at: toApiDateTime(dueMs) };
}

/** Effect of an activity on its schedule. */
export interface Scheduled {
  /** Whether a later schedule prevented a new one. */
  readonly isUnqualified: boolean;
  /** Changes for the audit trail. */
  readonly changes: readonly Change[];
  /** Schedules that were open before it. */
  readonly stoodOpen: readonly SnapshotSchedule[];
  /** Whether it fulfilled an expired schedule. */
  readonly wasOverdue: boolean;
}

/**
 * Applies an accepted activity to the schedule (requirements H-P04, H-P05), in its transaction.
 */
export async function applySchedule(
  trx: Transaction,
  viewer: Viewer,
  scheduling: Scheduling,
): Promise<Scheduled> {
  const none = { isUnqualified: false, changes: [], stoodOpen: [], wasOverdue: false };
  const { type, vehicle, activityId, fulfilledMs } = scheduling;
  if (type.schedule_type_id === null) return none;
  const owner = { id: vehicle.id, customerId: vehicle.customer_id };
  const schedule = await scheduleType(trx, viewer, type.schedule_type_id, owner);
  if (schedule === undefined) return none;
  const isForOthers =
    schedule.vehicle_types.length > 0 && !schedule.vehicle_types.includes(vehicle.type);
  if (scheduling.byVehicleType && isForOthers) return none;
  const open = await lockOpenSchedule(trx, vehicle.id, schedule.id);
  const age = { type: vehicle.type, firstRegisteredMs: vehicle.first_registered_ms };
  const interval = countingInterval(schedule, age, fulfilledMs);
  const decision = decideSchedule({
    fulfilledMs,
    interval,
    window: schedule.plan_window,
    isSuppressed: scheduling.isSuppressed,
    fulfils: scheduling.fulfils,
    creates: scheduling.creates,
    open,
  });
  const changes: Change[] = [];
  const change = (id: number, action: Change['action'], fields: FieldChange[]) =>
    changes.push({
      customerId: vehicle.customer_id,
      vehicleId: vehicle.id,
      activityId,
      scheduledActivityId: id,
      action,
      changes: fields,
    });
  const openDay = open === null ? null : dayText(open.dueMs);
  if (decision.fulfilled !== null) {
    await fulfil(trx, decision.fulfilled, activityId, fulfilledMs);
    change(decision.fulfilled, 'fulfilled', [
      { field: 'due_date', before: openDay, after: openDay },
    ]);
  }
  if (decision.next !== null) {
    const { next, moved } = decision;
    const of = {
      customerId: vehicle.customer_id,
      vehicleId: vehicle.id,
      typeId: schedule.id,
      interval,
      activityId,
    };
    if (moved !== null) await moveSchedule(trx, moved, interval, next);
    const id = moved ?? (await insertSchedule(trx, of, next));
    const before = moved === null ? null : openDay;
    change(id, 'scheduled', [{ field: 'due_date', before, after: dayText(next.dueMs) }]);
  }
  const isExpired = open !== null && dayText(fulfilledMs) > open.latestDay;
  const stoodOpen = open === null ? [] : [snapshotOf(open, schedule.name, isExpired)];
  return {
    isUnqualified: decision.isUnqualified,
    changes,
    stoodOpen,
    wasOverdue: isExpired && decision.fulfilled !== null,
  };
}
