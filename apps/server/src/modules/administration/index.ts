import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerRoutes } from './routes.ts';
import { AdministrationService } from './service.ts';

/** The part of administration that the device gateway needs (area O). */
export function registerAdministration(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new AdministrationService(services));
}
