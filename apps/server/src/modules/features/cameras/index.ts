import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCameraRoutes } from './cameras.routes.ts';
import { CamerasService } from './cameras.service.ts';

export {
  camerasOfVehicle,
  keepOldest,
  keepsRecordings,
  type VehicleCamera,
} from './cameras.repository.ts';

export { CamerasService } from './cameras.service.ts';

/** Registers the cameras of vehicles (area F). */
export function registerCameras(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerCameraRoutes(app, new CamerasService(db));
}
