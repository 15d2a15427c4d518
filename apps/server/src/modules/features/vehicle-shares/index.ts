import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerVehicleShareRoutes } from './vehicle-shares.routes.ts';
import { VehicleSharesService } from './vehicle-shares.service.ts';

/** Registers links that show a vehicle live without sign-in. */
export function registerVehicleShares(app: FastifyInstance, services: Services): void {
  registerVehicleShareRoutes(app, new VehicleSharesService(services));
}
