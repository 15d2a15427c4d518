import type { Actor } from '../../../../platform/audit/index.ts';
import type { SnapshotSchedule, Transaction } from '../../../../platform/db/index.ts';
import { assigneesOf } from '../../../core/users/index.ts';
import { lockActivity } from '../investigations.repository.ts';
import { isRecordInvestigated, templateOfType } from './investigations-opening.repository.ts';
import { dueAfter, openInvestigation } from './open-investigation.ts';

/** An activity that the calling module has just created. */
export interface CreatedActivity {
  readonly activityId: number;
  readonly customerId: number;
  readonly vehicleId: number;
  readonly registration: string;
  readonly activityTypeId: number;
  /** The status is a failing one. */
  readonly isFailing: boolean;
  /** The activity fulfilled an expired schedule. */
  readonly wasOverdue: boolean;
  /** The open schedules of its type before it was created. */
  readonly schedules: readonly SnapshotSchedule[];
}

/**
 * Opens an investigation for an activity that fulfils an expired schedule or has a failing status,
 * from the template of its type, if there is one (requirement I-P04). All activities of a record
 * together have at most one such investigation. Call this as the last step of the transaction that
 * creates the activity.
 *
 * @returns whether an investigation was opened
 */
export async function openByActivity(
  trx: Transaction,
  actor: Actor,
  activity: CreatedActivity,
): Promise<boolean> {
  if (!activity.isFailing && !activity.wasOverdue) return false;
  const { customerId, activityId, registration, vehicleId, schedules } = activity;
  const template = await templateOfType(trx, customerId, activity.activityTypeId);
  if (template === undefined) return false;
  await lockActivity(trx, activityId);
  if (await isRecordInvestigated(trx, activityId)) return false;
  // The template's assignee may have left, or may not be able to see this vehicle.
  const people =
    template.assignee_id === null
      ? []
      : await assigneesOf(trx, customerId, [vehicleId], 'Vehicle File');
  const assignee = people.find(({ id }) => id === template.assignee_id);
  await openInvestigation(trx, actor, {
    customerId,
    activityId,
    registration,
    template,
    assigneeId: assignee?.id ?? null,
    dueAt: dueAfter(template.due_days),
    cause: activity.isFailing ? 'failed' : 'overdue',
    snapshot: schedules,
  });
  return true;
}
