import { isFailingStatus } from '@roadworthy/domain';
import type { Actor } from '../../../../platform/audit/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FieldChange, keepChanges } from '../../../core/activity-trail/index.ts';
import { openByActivity } from '../../investigations/index.ts';
import type { ScheduledVehicle } from '../../schedules/index.ts';
import type { ActivityTypeRow } from '../types/vehicle-file-types.repository.ts';
import type { Scheduled } from './vehicle-file-documents-scheduling.ts';

/** A new activity. */
interface Creation {
  readonly activityId: number;
  readonly type: ActivityTypeRow;
  readonly vehicle: ScheduledVehicle;
  readonly status: string;
  readonly fields: readonly FieldChange[];
  readonly scheduled: Pick<Scheduled, 'changes' | 'stoodOpen' | 'wasOverdue'>;
}

/** Writes the history of a new activity and of its schedule, and opens the investigation that it requires. */
export async function recordCreation(
  trx: Transaction,
  author: Actor,
  { activityId, type, vehicle, status, fields, scheduled }: Creation,
): Promise<void> {
  const { customer_id: customerId, id: vehicleId, registration } = vehicle;
  const created = {
    customerId,
    vehicleId,
    activityId,
    scheduledActivityId: null,
    action: 'created' as const,
    changes: [{ field: 'activity_type', before: null, after: type.name }, ...fields],
  };
  await keepChanges(trx, author, [created, ...scheduled.changes]);
  await openByActivity(trx, author, {
    activityId,
    customerId,
    vehicleId,
    registration,
    activityTypeId: type.id,
    isFailing: isFailingStatus(type, status),
    wasOverdue: scheduled.wasOverdue,
    schedules: scheduled.stoodOpen,
  });
}
