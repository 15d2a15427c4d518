import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { VehicleSharesService } from './vehicle-shares.service.ts';

/** Registers the routes of live share links. */
export function registerVehicleShareRoutes(
  app: FastifyInstance,
  service: VehicleSharesService,
): void {
  const { vehicleShares } = contract;
  implement(app, vehicleShares.list, ({ viewer, params }) => service.list(viewer, params.id));
  implement(app, vehicleShares.create, ({ viewer, params, body }) =>
    service.create(viewer, params.id, body),
  );
  implement(app, vehicleShares.revoke, ({ viewer, params }) =>
    service.revoke(viewer, params.id, params.share),
  );
  implement(app, vehicleShares.follow, ({ body, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return service.follow(body.token, body.begins);
  });
}
