import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { SensorsService } from './sensors.service.ts';

/** Registers the routes of sensors. */
export function registerSensorRoutes(app: FastifyInstance, service: SensorsService): void {
  const { sensors } = contract;
  implement(app, sensors.latest, ({ viewer, params }) => service.latest(viewer, params.id));
  // Thousands of numbers: the service builds the shape, and it is not parsed again.
  implement(app, sensors.series, ({ viewer, query }) => service.series(viewer, query), {
    trusted: true,
  });
}
