import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerMapMatchingRoutes } from './map-matching/trace-map-matching.routes.ts';
import { MapMatchingService } from './map-matching/trace-map-matching.service.ts';
import { registerTraceRoutes } from './trace.routes.ts';
import { TraceService } from './trace.service.ts';

export { type TraceRow, traceRows } from './trace.repository.ts';
export { TraceService } from './trace.service.ts';
export { toGpx } from './trace-gpx.ts';

/** Registers the trail of a vehicle, as recorded and matched to roads (area M). */
export function registerTrace(
  app: FastifyInstance,
  { addresses, config, db, log }: Pick<Services, 'addresses' | 'config' | 'db' | 'log'>,
): void {
  registerTraceRoutes(app, new TraceService(db, addresses));
  registerMapMatchingRoutes(app, new MapMatchingService(db, log, config.map.matchingUrl));
}
