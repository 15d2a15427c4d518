import { canPull, isTrailer, kindOf } from '@roadworthy/domain';
import { fieldConflict, wrongField } from '../../../platform/errors.ts';
import type { CoupledAsset } from './couplings.repository.ts';

/** PostgreSQL's error code for two ranges that overlap. */
const EXCLUSION_VIOLATION = '23P01';

/**
 * Checks that a vehicle can pull a trailer.
 *
 * @throws HttpError 400 for kinds that do not fit, or for ends of different customers
 */
export function checkEnds(vehicle: CoupledAsset, trailer: CoupledAsset): void {
  if (!canPull(kindOf(vehicle.type, vehicle.kind))) {
    throw wrongField('vehicle', 'coupling.cannot_pull');
  }
  if (!isTrailer(kindOf(trailer.type, trailer.kind))) {
    throw wrongField('trailer', 'coupling.not_a_trailer');
  }
  if (vehicle.customer_id !== trailer.customer_id) {
    throw wrongField('trailer', 'validation.choice');
  }
}

/**
 * Runs the work that stores a coupling, and names the overlap that the database refuses.
 *
 * @throws HttpError 409 if the trailer, or the place behind the vehicle, has another coupling at that time
 */
export async function refusingOverlap<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code !== EXCLUSION_VIOLATION) throw error;
    throw constraint === 'couplings_of_position'
      ? fieldConflict('position', 'coupling.place_taken')
      : fieldConflict('trailer', 'coupling.trailer_coupled');
  }
}
