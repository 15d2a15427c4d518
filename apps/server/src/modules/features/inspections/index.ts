import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerInspectionRoutes } from './inspections.routes.ts';
import { InspectionsService } from './inspections.service.ts';
import { registerInspectorRoutes } from './inspectors/inspections-inspectors.routes.ts';
import { InspectorsService } from './inspectors/inspections-inspectors.service.ts';
import { InspectionList } from './list/inspections-list.service.ts';

/** Safety inspections, in a separate Fastify scope that accepts multipart bodies. */
export function registerInspections(app: FastifyInstance, services: Services): void {
  registerInspectorRoutes(app, new InspectorsService(services.db));
  app.register(async (scope) => {
    await scope.register(multipart);
    registerInspectionRoutes(
      scope,
      services.files,
      new InspectionsService(services),
      new InspectionList(services),
    );
  });
}
