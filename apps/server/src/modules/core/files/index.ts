import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './files.routes.ts';

export { rangeOfHeader } from './byte-range.ts';

/** Routes that return stored files (RP-08); the owners of files decide who may read them. */
export function registerFiles(app: FastifyInstance, services: Services): void {
  registerRoutes(app, services);
}
