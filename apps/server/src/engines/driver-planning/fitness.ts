import type { DrivingClass, DrivingReason } from '@roadworthy/domain';
import { finding, type PlanningFinding } from './finding.ts';

/** Whether a driver may drive a class on a day, as the driver's file says. */
export interface MayDrive {
  readonly class: DrivingClass;
  readonly reasons: readonly DrivingReason[];
  readonly warnings: readonly DrivingReason[];
}

/** The state of a vehicle on the day of a shift. Days are YYYY-MM-DD, times ms since 1970 UTC. */
export interface VehicleState {
  readonly offRoadSinceMs: number | null;
  /** When it is expected back; null if that is not known. */
  readonly expectedBackMs: number | null;
  /** The last day of its MOT; null if not known. */
  readonly motUntil: string | null;
  /** The last day on which its open safety inspection is in time; null without one. */
  readonly inspectionBy: string | null;
}

const DRIVING_LAW = 'RTA 1988 s. 87';
const TEST_LAW = 'RTA 1988 s. 47, 53';
const endOfDay = (day: string) => Date.parse(`${day}T23:59:59Z`);

/** A document that is missing in the file says nothing; one that has expired, or a class that is missing, does. */
const isUnknown = (reason: DrivingReason) =>
  reason.endsWith('_missing') && reason !== 'category_missing';

/** Findings about the licence and the other documents of a driver. */
export function checkDriver(may: MayDrive | null): readonly PlanningFinding[] {
  if (may === null) return [];
  return [
    ...may.reasons.map((reason) =>
      finding('entitlement', isUnknown(reason) ? 'unknown' : 'breaks', {
        reason,
        detail: may.class,
        paragraph: isUnknown(reason) || reason === 'engagement_ended' ? null : DRIVING_LAW,
      }),
    ),
    ...may.warnings.map((reason) =>
      finding('entitlement_restricted', 'warns', { reason, detail: may.class }),
    ),
  ];
}

/**
 * Findings about a vehicle, or a trailer, on the day of a shift.
 *
 * @param day YYYY-MM-DD of the start in the zone of the plan
 */
export function checkVehicle(
  { expectedBackMs, inspectionBy, motUntil, offRoadSinceMs }: VehicleState,
  { day, startMs }: { readonly day: string; readonly startMs: number },
): readonly PlanningFinding[] {
  const result: PlanningFinding[] = [];
  if (offRoadSinceMs !== null) {
    const isBack = expectedBackMs !== null && expectedBackMs <= startMs;
    result.push(
      isBack
        ? finding('vehicle_off_road', 'warns', { atMs: expectedBackMs })
        : finding('vehicle_off_road', 'breaks', { atMs: offRoadSinceMs }),
    );
  }
  if (motUntil !== null && motUntil < day) {
    result.push(finding('mot', 'breaks', { atMs: endOfDay(motUntil), paragraph: TEST_LAW }));
  }
  if (inspectionBy !== null && inspectionBy < day) {
    result.push(finding('inspection', 'breaks', { atMs: endOfDay(inspectionBy) }));
  }
  return result;
}
