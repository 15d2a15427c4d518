import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { nearestRoads } from './maps.service.ts';
import type { PlaceNames } from './outside/maps-outside-names.ts';

/** Registers the routes for names of places and roads. */
export function registerRoutes(app: FastifyInstance, names: PlaceNames): void {
  const calls = contract.maps;
  implement(app, calls.geocode, ({ query }) => names.geocode(query.address));
  implement(app, calls.reverseGeocode, ({ query: { lat, long } }) => names.reverse(lat, long));
  implement(app, calls.nearestRoads, async ({ query: { lat, long } }) => nearestRoads(lat, long));
  implement(app, calls.place, ({ params }) => names.place(params.placeId));
}
