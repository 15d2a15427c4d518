import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import { latestCheck } from './records/walkaround-records.repository.ts';
import { registerCheckRoutes } from './records/walkaround-records.routes.ts';
import { ChecksService } from './records/walkaround-records.service.ts';
import { TemplatesService } from './templates/walkaround-templates.service.ts';
import { registerRoutes } from './walkaround.routes.ts';
import { WalkaroundService } from './walkaround.service.ts';
import { Photographs } from './walkaround-photographs.ts';

export { registerWalkaroundNotificationJob } from './notification/walkaround-notification.job.ts';
export {
  type CheckFacts,
  checkColumns,
  shortCheckS,
} from './records/walkaround-records.repository.ts';
export { ChecksService, namedDriver } from './records/walkaround-records.service.ts';
export {
  captionsOf,
  durationOf,
  findingsOf,
  toItem,
} from './records/walkaround-records-content.ts';

/**
 * The newest driver check of a vehicle (requirement J-23), for the public page; undefined if it has
 * none. `signedReportAddress(secret, 'driver-check', id)` returns the address of its report. Two
 * customers may have the same registration: pass the vehicle if it is known.
 */
export function latestDriverCheck(
  trx: Transaction,
  vehicle: { readonly vehicleId: number } | { readonly registration: string },
): Promise<{ id: number; checkedAt: Date } | undefined> {
  return latestCheck(trx, vehicle);
}

/** Registers the calls of the phone's walkaround check, its templates and the stored checks. */
export function registerWalkaround(app: FastifyInstance, services: Services): void {
  const checks = new ChecksService(services);
  const photographs = new Photographs(services);
  registerCheckRoutes(app, checks);
  registerRoutes(app, services.files, {
    photographs,
    templates: new TemplatesService(services.db),
    walkaround: new WalkaroundService(services, checks, photographs),
  });
}
