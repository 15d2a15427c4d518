import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { SharesService } from './video-recorded-shares.service.ts';

/** Registers the routes of shared clips. */
export function registerShareRoutes(app: FastifyInstance, service: SharesService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.shares, ({ viewer, params }) => service.list(viewer, params.id));
  implement(app, videoRecorded.share, ({ viewer, params, body }) =>
    service.create(viewer, params.id, body),
  );
  implement(app, videoRecorded.revokeShare, ({ viewer, params }) =>
    service.revoke(viewer, params.id, params.share),
  );
  implement(app, videoRecorded.shared, ({ body, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return service.open(body.token);
  });
}
