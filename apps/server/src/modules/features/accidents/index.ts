import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerAccidentRoutes } from './accidents.routes.ts';
import { AccidentsService } from './accidents.service.ts';
import { Partners } from './accidents-partners.ts';

export { ownPartnerKey } from './accidents-partners.ts';

export { registerAccidentJobs } from './notification/accidents-notification.job.ts';

/** Accident reports from the public form and from partners. */
export function registerAccidents(app: FastifyInstance, services: Services): void {
  registerAccidentRoutes(
    app,
    services.files,
    new AccidentsService(services),
    new Partners(services),
  );
}
