import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './investigations.routes.ts';
import { InvestigationsService } from './investigations.service.ts';
import { AnsweringService } from './investigations-answering.ts';
import { registerInvestigationNotificationJob } from './notification/investigations-notification.job.ts';
import { TemplatesService } from './templates/investigations-templates.service.ts';

export { openByActivity } from './opening/by-activity.ts';

/** Investigations of the vehicle file and their templates (area I). */
export function registerInvestigations(app: FastifyInstance, services: Services): void {
  const investigations = new InvestigationsService(services);
  registerRoutes(app, {
    investigations,
    answering: new AnsweringService(services, investigations),
    templates: new TemplatesService(services.db),
  });
}

/** Registers the jobs of investigations. Call it before `jobs.start`. */
export function registerInvestigationJobs(services: Services): void {
  registerInvestigationNotificationJob(services);
}
