import type { FastifyInstance } from 'fastify';
import { registerRoutes } from './routes.ts';

/** Names of places and roads without an outside service (OP-078, K-P05). */
export function registerMaps(app: FastifyInstance): void {
  registerRoutes(app);
}
