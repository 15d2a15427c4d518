import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../platform/http/index.ts';
import { geocode, nearestRoads, placeOf, reverseGeocode } from './service.ts';

/** Names of places and roads. */
export function registerRoutes(app: FastifyInstance): void {
  const calls = contract.maps;
  implement(app, calls.geocode, async ({ query }) => geocode(query.address));
  implement(app, calls.reverseGeocode, async ({ query: { lat, long } }) =>
    reverseGeocode(lat, long),
  );
  implement(app, calls.nearestRoads, async ({ query: { lat, long } }) => nearestRoads(lat, long));
  implement(app, calls.place, async ({ params }) => placeOf(params.placeId));
}
