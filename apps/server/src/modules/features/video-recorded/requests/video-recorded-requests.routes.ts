import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { RequestsService } from './video-recorded-requests.service.ts';

/** Registers the routes of video requests (RP-10 to RP-12). */
export function registerRequestRoutes(app: FastifyInstance, service: RequestsService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, videoRecorded.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, videoRecorded.create, ({ viewer, body, request }) => {
    const key = request.headers['idempotency-key'];
    return service.create(viewer, body, typeof key === 'string' ? key : null);
  });
  implement(app, videoRecorded.change, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, videoRecorded.remove, ({ viewer, params }) => service.remove(viewer, params.id));
  implement(app, videoRecorded.cancel, ({ viewer, params }) => service.cancel(viewer, params.id));
  implement(app, videoRecorded.retry, ({ viewer, params }) => service.retry(viewer, params.id));
}
