import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { LiveStreams } from './live-streams.ts';
import { visibleRegistrations } from './tracking.repository.ts';
import { registerRoutes } from './tracking.routes.ts';
import { TrackingService } from './tracking.service.ts';

export { fleetCounts, trackRows } from './tracking.repository.ts';

/** Registers live tracking: the last positions of the fleet and the live stream (area M). */
export function registerTracking(
  app: FastifyInstance,
  { db, bus, metrics }: Pick<Services, 'db' | 'bus' | 'metrics'>,
): void {
  const streams = new LiveStreams({
    bus,
    metrics,
    visible: (viewer) => db.asViewer(viewer, (trx) => visibleRegistrations(trx, viewer)),
  });
  app.addHook('preClose', async () => streams.close());
  registerRoutes(app, new TrackingService(db), streams);
}
