import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerFaultRoutes } from './faults.routes.ts';
import { FaultsService } from './faults.service.ts';
import { FaultNotesService } from './notes/faults-notes.service.ts';
import { FaultSettings } from './settings/faults-settings.service.ts';

export {
  answeredQuestions,
  type FaultAnswer,
  keepAnswers,
  questionsOf,
} from './checks/faults-checks.ts';
export { registerFaultJob } from './detection/faults-detection.job.ts';
export { detectFaults } from './detection/faults-detection.service.ts';
export { openFaults } from './faults.repository.ts';
export { toNote } from './notes/faults-notes.service.ts';

/** Registers faults of vehicles and their threads. */
export function registerFaults(app: FastifyInstance, services: Pick<Services, 'db' | 'bus'>): void {
  registerFaultRoutes(app, {
    faults: new FaultsService(services),
    notes: new FaultNotesService(services.db),
    settings: new FaultSettings(services.db),
  });
}
