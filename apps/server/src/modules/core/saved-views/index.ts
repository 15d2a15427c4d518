import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './saved-views.routes.ts';
import { SavedViewsService } from './saved-views.service.ts';

/** Saved views of lists. */
export function registerSavedViews(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new SavedViewsService(services));
}
