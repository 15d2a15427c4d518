import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerEarnedRecognitionRoutes } from './earned-recognition.routes.ts';
import { EarnedRecognition } from './earned-recognition.service.ts';
import { registerLimitRoutes } from './limits/earned-recognition-limits.routes.ts';
import { RecordLimitsService } from './limits/earned-recognition-limits.service.ts';

export { figuresOfRecords } from './earned-recognition-of-records.ts';

/** The figures of DVSA earned recognition, and their thresholds. */
export function registerEarnedRecognition(app: FastifyInstance, services: Services): void {
  registerEarnedRecognitionRoutes(app, new EarnedRecognition(services));
  registerLimitRoutes(app, new RecordLimitsService(services));
}
