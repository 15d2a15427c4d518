import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { LiveStreams } from './live-streams.ts';
import { visibleRegistrations } from './tracking.repository.ts';
import { registerRoutes } from './tracking.routes.ts';
import { TelematicsService } from './tracking.service.ts';

export { trackRows } from './tracking.repository.ts';

/** Live tracking: the fleet's last positions and the live stream (area M). */
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
  registerRoutes(app, new TelematicsService(db), streams);
}
