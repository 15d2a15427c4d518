import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerSystemHealthRoutes } from './system-health.routes.ts';

export { runDoctorCommand } from './system-health-command.ts';

/** Checks of the installation, for people who run it. */
export function registerSystemHealth(app: FastifyInstance, services: Services): void {
  registerSystemHealthRoutes(app, services);
}
