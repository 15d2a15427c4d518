import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDataInputRoutes } from './data-inputs.routes.ts';
import { DataInputsService } from './data-inputs.service.ts';

/** Registers the calls of data inputs; the gateway receives their messages. */
export function registerDataInputs(app: FastifyInstance, services: Services): void {
  registerDataInputRoutes(app, new DataInputsService(services));
}
