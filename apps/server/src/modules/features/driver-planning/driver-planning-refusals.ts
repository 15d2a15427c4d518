import { isTrailer, kindOf, MAX_SHIFT_HOURS, PLANNING_CLASHES } from '@roadworthy/domain';
import type { PlanningFinding } from '../../../engines/driver-planning/index.ts';
import { fieldConflict, wrongField } from '../../../platform/errors.ts';
import type { CoupledAsset } from '../couplings/index.ts';

/** PostgreSQL's error code for two ranges that overlap. */
const EXCLUSION_VIOLATION = '23P01';
const HOUR_MS = 3_600_000;

/** The field at which each clash is shown. */
const FIELDS = {
  driver_busy: 'driver',
  driver_absent: 'driver',
  vehicle_busy: 'vehicle',
  trailer_busy: 'trailer',
} as const;

/** @throws HttpError 400 for an end that is not after the start, or a shift that is too long */
export function checkTimes(startMs: number, endMs: number): void {
  if (endMs <= startMs) throw wrongField('end', 'validation.end_not_after_start');
  if (endMs - startMs > MAX_SHIFT_HOURS * HOUR_MS) {
    const params = { most: MAX_SHIFT_HOURS };
    throw wrongField('end', { code: 'driver_planning.too_long', params });
  }
}

/** @throws HttpError 400 for a trailer in place of a vehicle, or the reverse, or another customer's */
export function checkAssets(
  customerId: number,
  vehicle: CoupledAsset | null,
  trailer: CoupledAsset | null,
): void {
  if (vehicle !== null && isTrailer(kindOf(vehicle.type, vehicle.kind))) {
    throw wrongField('vehicle', 'driver_planning.not_a_vehicle');
  }
  if (trailer !== null && !isTrailer(kindOf(trailer.type, trailer.kind))) {
    throw wrongField('trailer', 'coupling.not_a_trailer');
  }
  for (const [field, one] of [
    ['vehicle', vehicle],
    ['trailer', trailer],
  ] as const) {
    if (one !== null && one.customer_id !== customerId)
      throw wrongField(field, 'validation.choice');
  }
}

/**
 * Refuses a shift that clashes with another plan, or that breaks a rule without a reason.
 *
 * @throws HttpError 409 at the field that clashes, 400 for a missing reason
 */
export function refuseFindings(findings: readonly PlanningFinding[], reason: string): void {
  for (const clash of PLANNING_CLASHES) {
    if (findings.some(({ check }) => check === clash)) {
      throw fieldConflict(FIELDS[clash], `driver_planning.${clash}`);
    }
  }
  if (reason === '' && findings.some(({ level }) => level === 'breaks')) {
    throw wrongField('reason', 'driver_planning.reason_needed');
  }
}

/**
 * Runs the work that stores a shift, and names the overlap that the database refuses: another person has
 * planned the same at the same moment.
 *
 * @throws HttpError 409 at the field that clashes
 */
export async function refusingClash<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code !== EXCLUSION_VIOLATION) throw error;
    if (constraint === 'planned_shifts_of_vehicle') {
      throw fieldConflict('vehicle', 'driver_planning.vehicle_busy');
    }
    if (constraint === 'planned_shifts_of_trailer') {
      throw fieldConflict('trailer', 'driver_planning.trailer_busy');
    }
    throw fieldConflict('driver', 'driver_planning.driver_busy');
  }
}
