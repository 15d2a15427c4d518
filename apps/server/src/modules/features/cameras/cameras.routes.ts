import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { CamerasService } from './cameras.service.ts';

/** Registers the routes of cameras (R-095, and their administration). */
export function registerCameraRoutes(app: FastifyInstance, service: CamerasService): void {
  const { cameras } = contract;
  implement(app, cameras.activeDevices, ({ viewer }) => service.activeDevices(viewer));
  implement(app, cameras.states, ({ viewer, query }) => service.states(viewer, query));
  implement(app, cameras.cameras, ({ viewer, query }) => service.list(viewer, pageOf(query)));
  implement(app, cameras.createCamera, ({ viewer, body }) => service.create(viewer, body));
  implement(app, cameras.changeCamera, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, cameras.removeCamera, ({ viewer, params }) => service.remove(viewer, params.id));
}
