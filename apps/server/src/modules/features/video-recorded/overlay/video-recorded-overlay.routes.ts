import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { OverlayService } from './video-recorded-overlay.service.ts';

/** Registers the routes for the data and the burnt-in copy of a clip. */
export function registerOverlayRoutes(app: FastifyInstance, service: OverlayService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.data, async ({ viewer, params, query, reply }) => {
    const { name, type, bytes } = await service.data(viewer, params.id, query.format);
    void reply
      .header('Content-Type', type)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', 'no-store')
      .send(bytes);
    return undefined;
  });
  implement(app, videoRecorded.burnIn, ({ viewer, params }) => service.burnIn(viewer, params.id));
}
