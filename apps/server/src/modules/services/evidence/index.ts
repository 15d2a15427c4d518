import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerEvidenceRoutes } from './evidence.routes.ts';
import { EvidenceService } from './evidence.service.ts';
import { EvidenceMaker } from './maker/evidence-maker.ts';

/** Evidence packs: records for an audit as a PDF and a signed archive. */
export function registerEvidence(app: FastifyInstance, services: Services): void {
  registerEvidenceRoutes(app, new EvidenceService(services));
}

/** Makes queued packs, in the worker role. Call it before `jobs.start`. */
export function registerEvidenceJobs(services: Services): void {
  const maker = new EvidenceMaker(services);
  services.jobs.poll('evidence-packs', () => maker.step());
  services.jobs.register('evidence-packs-recover', () => maker.recover(), '* * * * *');
}

export { EvidenceMaker } from './maker/evidence-maker.ts';
