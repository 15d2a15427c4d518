import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCostsRoutes } from './costs.routes.ts';
import { CostsService } from './costs.service.ts';
import { CostFiguresService } from './figures/costs-figures.service.ts';

export { type CostRow, costsWithReference } from './costs.repository.ts';
export { CostsService } from './costs.service.ts';

/** Costs of vehicles: entries, and figures by month, vehicle, type and depot. */
export function registerCosts(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerCostsRoutes(app, new CostsService(db), new CostFiguresService(db));
}
