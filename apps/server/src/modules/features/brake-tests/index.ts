import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerBrakeTestRoutes } from './brake-tests.routes.ts';
import { BrakeTestsService } from './brake-tests.service.ts';
import { BrakeDueService } from './due/brake-tests-due.service.ts';
import { BrakeSettingsService } from './settings/brake-tests-settings.service.ts';

export { type BrakeTestRow, testOfInspection } from './brake-tests.repository.ts';
export { refuseDrivers } from './brake-tests-access.ts';
export { toBrakeTest } from './brake-tests-json.ts';
export {
  figuresOfBrakes,
  type InspectionBrakes,
  inspectionBrakesOf,
  recordBrakeTest,
} from './brake-tests-records.ts';
export { BrakeDueService } from './due/brake-tests-due.service.ts';

/** Brake tests: what is due of each vehicle, the tests, and their limits. */
export function registerBrakeTests(app: FastifyInstance, services: Services): void {
  registerBrakeTestRoutes(app, services.files, {
    due: new BrakeDueService(services),
    settings: new BrakeSettingsService(services.db),
    tests: new BrakeTestsService(services),
  });
}
