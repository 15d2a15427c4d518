import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerFuelRoutes } from './fuel.routes.ts';
import { FuelService } from './fuel.service.ts';

/** Registers the fuel of vehicles. */
export function registerFuel(
  app: FastifyInstance,
  { addresses, db }: Pick<Services, 'addresses' | 'db'>,
): void {
  registerFuelRoutes(app, new FuelService(db, addresses));
}
