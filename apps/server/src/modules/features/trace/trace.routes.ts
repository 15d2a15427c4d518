import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { TraceService } from './trace.service.ts';

/** Registers the route of the trail. */
export function registerTraceRoutes(app: FastifyInstance, service: TraceService): void {
  const { trace } = contract;
  // A day has tens of thousands of points: the service builds the shape, and it is not parsed
  // again.
  implement(app, trace.trace, ({ viewer, query }) => service.trace(viewer, query), {
    trusted: true,
  });
}
