import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerRoutes } from './routes.ts';
import { EventsService } from './service.ts';

export { EventsService, eventsOfTrail } from './service.ts';

/** What happened to vehicles (area E). */
export function registerEvents(app: FastifyInstance, { db }: Services): void {
  registerRoutes(app, new EventsService(db));
}
