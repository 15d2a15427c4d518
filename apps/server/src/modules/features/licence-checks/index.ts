import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerLicenceCheckRoutes } from './licence-checks.routes.ts';
import { LicenceChecksService } from './licence-checks.service.ts';

export { registerLicenceCheckJobs } from './licence-checks.job.ts';

/** Checks of driving licences with the DVLA. */
export function registerLicenceChecks(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'db'>,
): void {
  registerLicenceCheckRoutes(app, new LicenceChecksService(services));
}
