import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCouplingRoutes } from './couplings.routes.ts';
import { CouplingsService } from './couplings.service.ts';

export { type CoupledAsset, openCouplingsOf, visibleAssets } from './couplings.repository.ts';
export { coupleAsDriver } from './couplings-observed.ts';
export { registerCouplingJobs } from './finding/couplings-finding.job.ts';

/** Couplings of trailers. */
export function registerCouplings(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerCouplingRoutes(app, new CouplingsService(db));
}
