import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerBehaviourRoutes } from './behaviour/routes.ts';
import { BehaviourService } from './behaviour/service.ts';
import { registerGeofences } from './geofences/index.ts';
import { LiveStreams } from './live-streams.ts';
import { registerMapMatchingRoutes } from './map-matching/routes.ts';
import { MapMatchingService } from './map-matching/service.ts';
import { registerMessageRoutes } from './messages/routes.ts';
import { MessagesService } from './messages/service.ts';
import { visibleRegistrations } from './repository.ts';
import { registerRoutes } from './routes.ts';
import { TelematicsService } from './service.ts';
import { registerTraceRoutes } from './trace/routes.ts';
import { TraceService } from './trace/service.ts';
import { registerTripRoutes } from './trips/routes.ts';
import { TripsService } from './trips/service.ts';

export { BehaviourService } from './behaviour/service.ts';
export { VisitService } from './geofences/index.ts';
export { toGpx } from './trace/gpx.ts';
export { type TraceRow, traceRows } from './trace/repository.ts';
export { TraceService } from './trace/service.ts';
export { TripsService } from './trips/service.ts';

/** Live tracking, the trail, trips, timesheets, geofences and behaviour (area M). */
export function registerTelematics(
  app: FastifyInstance,
  { config, db, bus, log, metrics }: Services,
): void {
  const streams = new LiveStreams({
    bus,
    metrics,
    visible: (viewer) => db.asViewer(viewer, (trx) => visibleRegistrations(trx, viewer)),
  });
  app.addHook('preClose', async () => streams.close());
  registerRoutes(app, new TelematicsService(db), streams);
  registerTraceRoutes(app, new TraceService(db));
  registerMapMatchingRoutes(app, new MapMatchingService(db, log, config.map.matchingUrl));
  registerTripRoutes(app, new TripsService(db));
  registerGeofences(app, { db, bus, log });
  registerMessageRoutes(app, new MessagesService(db, bus));
  registerBehaviourRoutes(app, new BehaviourService(db));
}

/** The jobs of telematics: messages that never reached their device are ended every hour. */
export function registerTelematicsJobs({ db, bus, jobs }: Services): void {
  const messages = new MessagesService(db, bus);
  jobs.register(
    'vehicle-messages-expiry',
    async () => {
      await messages.expire(Date.now());
    },
    '41 * * * *',
  );
}
