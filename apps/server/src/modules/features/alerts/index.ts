import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './alerts.routes.ts';
import { AlertsService } from './alerts.service.ts';
import { registerDeliveries } from './alerts-delivery.ts';
import { AlertGiver } from './alerts-giver.ts';

export { giveDefectAlert } from './alerts-defect.repository.ts';

/** Alert rules, and the alerts that were given. */
export function registerAlerts(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new AlertsService(services));
}

/** Declares the jobs that deliver alerts. Before `jobs.start`. */
export function registerAlertJobs(services: Services): void {
  registerDeliveries(services);
}

/**
 * Gives alerts for what happens; where events are derived (the worker role).
 *
 * @returns the function that ends it
 */
export function startAlerts(services: Services): () => void {
  const giver = new AlertGiver(services);
  return services.bus.subscribe('events.derived', ({ events }) => void giver.take(events));
}
