import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { RequestsService } from './video-recorded-requests.service.ts';

/** Calls of requests for video (RP-10 to RP-12). */
export function registerRequestRoutes(app: FastifyInstance, service: RequestsService): void {
  const { video } = contract;
  implement(app, video.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, video.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, video.create, ({ viewer, body, request }) => {
    const key = request.headers['idempotency-key'];
    return service.create(viewer, body, typeof key === 'string' ? key : null);
  });
  implement(app, video.change, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, video.remove, async ({ viewer, params }) => {
    await service.remove(viewer, params.id);
    return undefined;
  });
  implement(app, video.cancel, ({ viewer, params }) => service.cancel(viewer, params.id));
  implement(app, video.retry, ({ viewer, params }) => service.retry(viewer, params.id));
}
