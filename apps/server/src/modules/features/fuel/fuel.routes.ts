import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { FuelService } from './fuel.service.ts';

/** Registers the routes of fuel. */
export function registerFuelRoutes(app: FastifyInstance, service: FuelService): void {
  const { fuel } = contract;
  implement(app, fuel.vehicle, ({ viewer, params, query }) =>
    service.vehicle(viewer, params.id, query),
  );
}
