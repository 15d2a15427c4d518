import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { GeofenceFiles } from './files/service.ts';
import { LabelService } from './labels/service.ts';
import { registerGeofenceRoutes } from './routes.ts';
import { GeofenceService } from './service.ts';
import { VisitService } from './visits/service.ts';

export { VisitService } from './visits/service.ts';

/** Geofences with their groups, categories, visits and files (area M, RP-15, RP-16). */
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
