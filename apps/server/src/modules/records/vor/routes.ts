import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { VorService } from './service.ts';

/** RP-29 and RP-30, and what keeps one vehicle off the road. */
export function registerVorRoutes(app: FastifyInstance, vor: VorService): void {
  const calls = contract.vor;
  implement(app, calls.ofVehicle, ({ viewer, query }) => vor.ofVehicle(viewer, query.vehicle));
  implement(app, calls.set, ({ viewer, body }) => vor.set(viewer, body));
  implement(app, calls.change, ({ viewer, params, body }) => vor.change(viewer, params.id, body));
}
