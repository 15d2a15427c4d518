import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { CamerasService } from './cameras.service.ts';

/** Calls of cameras (R-095, and their administration). */
export function registerCameraRoutes(app: FastifyInstance, service: CamerasService): void {
  const { video } = contract;
  implement(app, video.activeDevices, ({ viewer }) => service.activeDevices(viewer));
  implement(app, video.cameras, ({ viewer, query }) => service.list(viewer, pageOf(query)));
  implement(app, video.createCamera, ({ viewer, body }) => service.create(viewer, body));
  implement(app, video.changeCamera, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, video.removeCamera, async ({ viewer, params }) => {
    await service.remove(viewer, params.id);
    return undefined;
  });
}
