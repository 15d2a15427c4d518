import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerSearchRoutes } from './search.routes.ts';
import { SearchService } from './search.service.ts';

/** The search over all records. */
export function registerSearch(app: FastifyInstance, { db }: Services): void {
  registerSearchRoutes(app, new SearchService(db));
}
