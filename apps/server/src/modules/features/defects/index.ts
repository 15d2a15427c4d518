import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDefectRoutes } from './defects.routes.ts';
import { DefectsService } from './defects.service.ts';
import { DefectList } from './list/defects-list.service.ts';

export { changeRepairCosts } from './defects-repair-cost.ts';
export { reportDefect } from './defects-report.ts';
export { prepareStep, type StepFields, takeStep } from './defects-steps.ts';
export { defectDays } from './list/defects-list.repository.ts';
export { DefectList } from './list/defects-list.service.ts';

/** Defects of vehicles, in a separate Fastify scope that accepts multipart bodies. */
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
