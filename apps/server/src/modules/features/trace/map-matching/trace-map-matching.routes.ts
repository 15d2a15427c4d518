import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { MapMatchingService } from './trace-map-matching.service.ts';

/** Registers the route of the matched trail. */
export function registerMapMatchingRoutes(app: FastifyInstance, service: MapMatchingService): void {
  implement(
    app,
    contract.trace.matchedTrace,
    ({ viewer, query }) => service.matched(viewer, query),
    { trusted: true },
  );
}
