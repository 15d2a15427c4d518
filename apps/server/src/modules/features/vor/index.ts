import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { VorDashboard } from './dashboard/vor-dashboard.service.ts';
import { registerVorRoutes } from './vor.routes.ts';
import { VorService } from './vor.service.ts';

export { VorDashboard } from './dashboard/vor-dashboard.service.ts';
export { updateVor, type VorRow, vorOfVehicle } from './vor.repository.ts';
export { toVorRecord } from './vor-json.ts';
export { returnFromVor, setVor } from './vor-rules.ts';

/** Vehicles off the road, and their dashboard. */
export function registerVor(app: FastifyInstance, services: Services): void {
  registerVorRoutes(app, new VorService(services), new VorDashboard(services));
}
