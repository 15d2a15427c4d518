import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDefectRoutes } from './defects.routes.ts';
import { DefectsService } from './defects.service.ts';
import { DefectList } from './list/defects-list.service.ts';

export { reportDefect } from './defects-report.ts';

/** Defects of vehicles. In a scope of its own, as its bodies come in parts. */
export function registerDefects(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    registerDefectRoutes(
      scope,
      services.files,
      new DefectsService(services),
      new DefectList(services),
    );
  });
}
