import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendCompressed } from '../../../platform/http/index.ts';
import type { TraceService } from './service.ts';

/** The call of the trail. */
export function registerTraceRoutes(app: FastifyInstance, service: TraceService): void {
  const { telematics } = contract;
  implement(app, telematics.trace, async ({ viewer, query, request, reply }) => {
    await sendCompressed(request, reply, await service.trace(viewer, query));
    return undefined;
  });
}
