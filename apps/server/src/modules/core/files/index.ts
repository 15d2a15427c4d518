import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './files.routes.ts';

/** Reading of stored files (RP-08); what they belong to, their keepers say. */
export function registerFiles(app: FastifyInstance, services: Services): void {
  registerRoutes(app, services);
}
