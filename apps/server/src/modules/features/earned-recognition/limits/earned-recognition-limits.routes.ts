import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { RecordLimitsService } from './earned-recognition-limits.service.ts';

/** Calls of the thresholds of records (O-P07). */
export function registerLimitRoutes(app: FastifyInstance, limits: RecordLimitsService): void {
  const calls = contract.earnedRecognitionLimits;
  implement(app, calls.read, ({ viewer, query }) => limits.read(viewer, query.customer));
  implement(app, calls.change, ({ viewer, query, body }) =>
    limits.change(viewer, query.customer, body),
  );
}
