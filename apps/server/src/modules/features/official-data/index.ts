import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerOfficialDataRoutes } from './official-data.routes.ts';
import { OfficialDataService } from './official-data.service.ts';

export { registerOfficialDataJobs } from './checks/official-data-checks.job.ts';
export { OfficialDataService } from './official-data.service.ts';

/** Official data about vehicles: tax, MOT tests, and their differences to our records. */
export function registerOfficialData(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'db'>,
): void {
  registerOfficialDataRoutes(app, OfficialDataService.of(services));
}
