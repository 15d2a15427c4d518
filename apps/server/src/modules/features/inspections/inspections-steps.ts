import { type InspectionCode, isInspected } from '@roadworthy/domain';
import type { Actor } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { storeTrail } from '../records/index.ts';
import { addRecordActivity } from '../vehicle-file/index.ts';
import { returnFromVor, setVor } from '../vor/index.ts';

const DAY_MS = 86_400_000;

/** An inspection that was just created or whose status changed. */
export interface InspectionStep {
  readonly id: number;
  readonly referenceNumber: string;
  readonly customerId: number;
  readonly vehicleId: number;
  readonly inspectedAt: Date;
  readonly isRoadworthy: boolean;
  /** Null for one that was just created. */
  readonly from: string | null;
  readonly to: InspectionCode;
  readonly note: string;
  readonly author: Actor & { readonly userId: number };
}

/**
 * Ends the off-road entries that waited for the inspection of a roadworthy vehicle; takes an
 * unroadworthy one off the road.
 */
async function settleVor(trx: Transaction, step: InspectionStep): Promise<void> {
  const { id, customerId, vehicleId, inspectedAt, author } = step;
  if (step.isRoadworthy) {
    const vehicle = { id: vehicleId, customerId };
    await returnFromVor(
      trx,
      vehicle,
      new Date(),
      author,
      ({ reason, inspection_record_id: inspectionId, since }) =>
        reason === 'inspection_overdue' || (inspectionId !== null && since <= inspectedAt),
    );
    return;
  }
  await setVor(trx, {
    customerId,
    vehicleId,
    reason: 'defect',
    note: '',
    since: inspectedAt,
    expectedBackAt: null,
    repairer: null,
    costPerDay: null,
    defectId: null,
    inspectionId: id,
    author,
  });
}

/**
 * Updates the vehicle file for an inspection, in its transaction: the activity with its status and
 * the audit trail; once it has been carried out, also its schedule and the vehicle's off-road
 * state.
 */
export async function followInspection(
  trx: Transaction,
  viewer: Viewer,
  step: InspectionStep,
): Promise<void> {
  const isNowInspected = isInspected(step.to) && !isInspected(step.from ?? '');
  const day = new Date(Math.floor(step.inspectedAt.getTime() / DAY_MS) * DAY_MS);
  await addRecordActivity(trx, viewer, {
    vehicleId: step.vehicleId,
    reference: 'SAFETY_INSPECTION',
    recordId: step.id,
    referenceNumber: step.referenceNumber,
    description: 'Safety inspection',
    status: step.to,
    author: step.author,
    fulfilledAt: day,
    schedules: isNowInspected,
  });
  await storeTrail(trx, {
    customerId: step.customerId,
    vehicleId: step.vehicleId,
    kind: 'inspection',
    recordId: step.id,
    author: step.author,
    action: step.from === null ? 'made' : 'moved',
    note: step.note,
    changes: [{ field: 'status', before: step.from, after: step.to }],
  });
  if (isNowInspected) await settleVor(trx, step);
}
