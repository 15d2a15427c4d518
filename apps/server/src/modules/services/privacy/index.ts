import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerPrivacyRoutes } from './privacy.routes.ts';
import { PrivacyService } from './privacy.service.ts';
import { registerHidingJob } from './private-use/hiding/privacy-private-use-hiding.service.ts';
import { registerPrivateUse } from './private-use/privacy-private-use.routes.ts';
import { registerRetention } from './retention/privacy-retention.routes.ts';
import { registerRetentionJob } from './retention/privacy-retention-removal.ts';

/** Export and erasure of personal data, private use of vehicles, and data retention. */
export function registerPrivacy(app: FastifyInstance, services: Services): void {
  registerPrivacyRoutes(app, new PrivacyService(services));
  registerPrivateUse(app, services);
  registerRetention(app, services);
}

/** Registers the jobs of privacy. Call it before `jobs.start`. */
export function registerPrivacyJobs(services: Services): void {
  registerHidingJob(services);
  registerRetentionJob(services);
}
