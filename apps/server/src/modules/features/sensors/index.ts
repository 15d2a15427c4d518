import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerSensorRoutes } from './sensors.routes.ts';
import { SensorsService } from './sensors.service.ts';

export { Buckets, lineOf, rounded, valuesOf } from './sensor-values.ts';
export { lastRecordMs, sensorPages } from './sensors.repository.ts';

/** Registers the sensors of vehicles. */
export function registerSensors(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerSensorRoutes(app, new SensorsService(db));
}
