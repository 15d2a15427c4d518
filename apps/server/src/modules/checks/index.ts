import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { ChecksService } from '../records/index.ts';
import { registerRoutes } from './routes.ts';
import { registerTellingJob } from './telling/job.ts';
import { TemplatesService } from './templates/service.ts';
import { Photographs } from './walkaround/photographs.ts';
import { WalkaroundService } from './walkaround/service.ts';

/** The walkaround check on a driver's phone, and the templates that it asks. */
export function registerChecks(app: FastifyInstance, services: Services): void {
  const photographs = new Photographs(services);
  registerRoutes(app, services.files, {
    photographs,
    templates: new TemplatesService(services.db),
    walkaround: new WalkaroundService(services, new ChecksService(services), photographs),
  });
}

/** Declares the job that tells of serious defects. Before `jobs.start`. */
export function registerCheckJobs(services: Services): void {
  registerTellingJob(services);
}
