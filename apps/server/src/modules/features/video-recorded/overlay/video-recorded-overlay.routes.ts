import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { BesideService } from './video-recorded-overlay.service.ts';

/** Calls of what stands beside a clip. */
export function registerBesideRoutes(app: FastifyInstance, service: BesideService): void {
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
