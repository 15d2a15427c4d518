import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerOverviewRoutes } from './overviews.routes.ts';
import { OverviewsService } from './overviews.service.ts';

/** What the pages of a vehicle, a driver and a depot need at once. */
export function registerOverviews(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerOverviewRoutes(app, new OverviewsService(db));
}
