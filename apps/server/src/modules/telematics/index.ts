import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { LiveStreams } from './live-streams.ts';
import { visibleRegistrations } from './repository.ts';
import { registerRoutes } from './routes.ts';
import { TelematicsService } from './service.ts';
import { registerTraceRoutes } from './trace/routes.ts';
import { TraceService } from './trace/service.ts';
import { registerTripRoutes } from './trips/routes.ts';
import { TripsService } from './trips/service.ts';

/** Live tracking, the trail, trips and timesheets (area M). */
export function registerTelematics(app: FastifyInstance, { db, bus, metrics }: Services): void {
  const streams = new LiveStreams({
    bus,
    metrics,
    visible: (viewer) => db.asViewer(viewer, (trx) => visibleRegistrations(trx, viewer)),
  });
  app.addHook('preClose', async () => streams.close());
  registerRoutes(app, new TelematicsService(db), streams);
  registerTraceRoutes(app, new TraceService(db));
  registerTripRoutes(app, new TripsService(db));
}
