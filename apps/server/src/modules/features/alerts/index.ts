import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './alerts.routes.ts';
import { AlertsService } from './alerts.service.ts';
import { registerDeliveries } from './alerts-delivery.ts';
import { AlertDispatcher } from './alerts-dispatcher.ts';
import { registerDurations } from './alerts-durations.ts';

export { type AlertFacts, alertsById, depotsOf } from './alerts.repository.ts';
export { AlertsService } from './alerts.service.ts';
export { giveDefectAlert } from './alerts-defect.repository.ts';
export {
  alertLine,
  alertMailTexts,
  alertTexts,
  kindOfAlert,
} from './alerts-texts.ts';

/** Registers alert rules and alerts. */
export function registerAlerts(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new AlertsService(services));
}

/** Declares the messages of alerts. Call before `jobs.start`. */
export function registerAlertJobs(services: Services): void {
  registerDeliveries(services);
  registerDurations(services);
}

/**
 * Creates alerts for events; for the worker role, which derives events.
 *
 * @returns a function that stops it
 */
export function startAlerts(services: Services): () => void {
  const dispatcher = new AlertDispatcher(services);
  return services.bus.subscribe('events.derived', ({ events }) => void dispatcher.handle(events));
}
