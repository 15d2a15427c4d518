import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerPickers as registerRoutes } from './pickers.routes.ts';
import { PickersService } from './pickers.service.ts';

export { PickersService } from './pickers.service.ts';

/** The lists of the choosers for people and depots. */
export function registerPickers(app: FastifyInstance, { db }: Services): void {
  registerRoutes(app, new PickersService(db));
}
