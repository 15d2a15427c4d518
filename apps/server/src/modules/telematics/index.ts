import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { LiveStreams } from './live-stream.ts';
import { trackRows } from './repository.ts';
import { registerRoutes } from './routes.ts';
import { TelematicsService } from './service.ts';

/** Live tracking and the trail (area M). */
export function registerTelematics(app: FastifyInstance, { db, bus }: Services): void {
  const streams = new LiveStreams({
    bus,
    visible: async (viewer) => {
      const rows = await db.asViewer(viewer, (trx) => trackRows(trx, viewer, {}));
      return new Map(rows.map(({ id, registration }) => [id, { registration }]));
    },
  });
  app.addHook('preClose', async () => streams.close());
  registerRoutes(app, new TelematicsService(db), streams);
}
