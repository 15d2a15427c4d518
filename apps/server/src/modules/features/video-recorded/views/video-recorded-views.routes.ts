import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { ViewsService } from './video-recorded-views.service.ts';

/** Registers the routes of the viewing log. */
export function registerViewRoutes(app: FastifyInstance, service: ViewsService): void {
  const { videoRecorded } = contract;
  implement(app, videoRecorded.views, ({ viewer, query }) => service.list(viewer, query));
  implement(app, videoRecorded.view, ({ viewer, params, body }) =>
    service.say(viewer, params.id, body),
  );
}
