import { mayTakeStep } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import { forbidden } from '../../../platform/errors.ts';

/**
 * Drivers and limited users record no brake tests.
 *
 * @throws HttpError 403 for them
 */
export function refuseDrivers(viewer: Viewer): void {
  if (!mayTakeStep(viewer, 'repair')) throw forbidden('inspection.not_for_drivers');
}
