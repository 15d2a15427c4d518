import type { Actor } from '../../../../platform/audit/index.ts';
import type { SnapshotSchedule, Transaction } from '../../../../platform/db/index.ts';
import { assigneesOf } from '../assignees/investigations-assignees.repository.ts';
import { holdActivity } from '../investigations.repository.ts';
import { isRecordInvestigated, templateOfType } from './investigations-opening.repository.ts';
import { dueAfter, openInvestigation } from './open-investigation.ts';

/** An activity that has just been made, as another module tells of it. */
export interface MadeActivity {
  readonly activityId: number;
  readonly customerId: number;
  readonly vehicleId: number;
  readonly registration: string;
  readonly activityTypeId: number;
  /** Its status says that something was not passed. */
  readonly isFailing: boolean;
  /** It fulfilled a schedule that had expired. */
  readonly wasOverdue: boolean;
  /** The open schedules of its type just before it. */
  readonly schedules: readonly SnapshotSchedule[];
}

/**
 * Opens an investigation for an activity that fulfils an expired schedule or has a failing status, by
 * the template of its type (requirement I-P04); nothing where the type has none. Activities of one
 * record have one such investigation. In the transaction that makes the activity, as its last step.
 *
 * @returns whether one was opened
 */
export async function openByActivity(
  trx: Transaction,
  actor: Actor,
  activity: MadeActivity,
): Promise<boolean> {
  if (!activity.isFailing && !activity.wasOverdue) return false;
  const { customerId, activityId, registration, vehicleId, schedules } = activity;
  const template = await templateOfType(trx, customerId, activity.activityTypeId);
  if (template === undefined) return false;
  await holdActivity(trx, activityId);
  if (await isRecordInvestigated(trx, activityId)) return false;
  // Who left, or does not see this vehicle, is given nothing.
  const people = template.assignee_id === null ? [] : await assigneesOf(trx, customerId, vehicleId);
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
