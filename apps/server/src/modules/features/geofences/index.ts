import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { GeofenceFiles } from './files/geofences-files.service.ts';
import { registerGeofenceRoutes } from './geofences.routes.ts';
import { GeofenceService } from './geofences.service.ts';
import { LabelService } from './labels/geofences-labels.service.ts';
import { VisitService } from './visits/geofences-visits.service.ts';

export type { GeofenceValues } from './geofences.repository.ts';
export { VisitService } from './visits/geofences-visits.service.ts';

/**
 * Registers geofences, groups, categories, visits and files (area M, RP-15, RP-16).
 */
export function registerGeofences(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'bus' | 'log'>,
): void {
  registerGeofenceRoutes(app, {
    geofences: new GeofenceService(services),
    labels: new LabelService(services.db),
    visits: new VisitService(services.db),
    files: new GeofenceFiles(services),
  });
}
