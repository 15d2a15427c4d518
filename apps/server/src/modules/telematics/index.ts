import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { LiveStreams } from './live-streams.ts';
import { visibleRegistrations } from './repository.ts';
import { registerRoutes } from './routes.ts';
import { TelematicsService } from './service.ts';

/** Live tracking and the trail (area M). */
export function registerTelematics(app: FastifyInstance, { db, bus, metrics }: Services): void {
  const streams = new LiveStreams({
    bus,
    metrics,
    visible: (viewer) => db.asViewer(viewer, (trx) => visibleRegistrations(trx, viewer)),
  });
  app.addHook('preClose', async () => streams.close());
  registerRoutes(app, new TelematicsService(db), streams);
}
