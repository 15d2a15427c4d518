import { InternalError } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { scheduledVehicle } from '../../schedules/index.ts';
import { recordCreation } from '../documents/vehicle-file-documents-creation.ts';
import { applySchedule } from '../documents/vehicle-file-documents-scheduling.ts';
import { activityType } from '../types/vehicle-file-types.repository.ts';
import { insertRecordEntry } from './vehicle-file-record-activity.repository.ts';

/** Longest description that fits a cell of the list (requirement H-52). */
const DESCRIPTION_LENGTH = 90;

/** A step in a record's lifecycle, for the vehicle file. */
export interface RecordStep {
  readonly vehicleId: number;
  readonly reference: 'DEFECT' | 'SAFETY_INSPECTION' | 'DRIVER_CHECK';
  readonly recordId: number;
  readonly referenceNumber: string;
  readonly description: string;
  readonly status: string;
  readonly author: { readonly userId: number | null; readonly name: string };
  /** The day of the document as midnight UTC; absent for none. */
  readonly fulfilledAt?: Date | null;
  /** Whether it fulfils the open schedule and creates the next; by default it does not. */
  readonly schedules?: boolean;
}

/**
 * Adds the activity of a step to the vehicle file, in the transaction of the step, as the newest of
 * its record; updates the schedule and the audit trail. The caller publishes `activities.changed`
 * afterwards.
 *
 * @param viewer the person who takes the step; the caller has checked that the vehicle is visible
 * @throws Error if the installation has no such type of activity
 */
export async function addRecordActivity(
  trx: Transaction,
  viewer: Viewer,
  step: RecordStep,
): Promise<number> {
  const vehicle = await scheduledVehicle(trx, step.vehicleId);
  const type = await activityType(trx, viewer, { reference: step.reference });
  if (type === undefined)
    throw new InternalError('activity_type.missing', { reference: step.reference });
  const description = step.description.slice(0, DESCRIPTION_LENGTH);
  const id = await insertRecordEntry(trx, {
    customerId: vehicle.customer_id,
    vehicleId: vehicle.id,
    typeId: type.id,
    description,
    status: step.status,
    fulfilledAt: step.fulfilledAt ?? null,
    author: step.author,
    recordId: step.recordId,
    referenceNumber: step.referenceNumber,
  });
  const scheduled = step.schedules
    ? await applySchedule(trx, viewer, {
        activityId: id,
        type,
        vehicle,
        fulfilledMs: (step.fulfilledAt ?? new Date()).getTime(),
        isSuppressed: false,
        creates: true,
        fulfils: true,
        byVehicleType: true,
      })
    : { changes: [], stoodOpen: [], wasOverdue: false };
  await recordCreation(trx, step.author, {
    activityId: id,
    type,
    vehicle,
    status: step.status,
    fields: [
      { field: 'description', before: null, after: description },
      { field: 'status', before: null, after: step.status },
    ],
    scheduled,
  });
  return id;
}
