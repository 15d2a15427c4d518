import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { nearestRoads } from './maps.service.ts';
import { sendArchivePart } from './maps-archive.ts';
import { type MapParts, mapStatus } from './maps-status.ts';
import { PlaceNames } from './outside/maps-outside-names.ts';

/** Registers street maps, their status, and names of places and roads. */
export function registerRoutes(app: FastifyInstance, parts: MapParts): void {
  const calls = contract.maps;
  const names = new PlaceNames(parts.geocoder);
  implement(app, calls.geocode, ({ query }) => names.geocode(query.address));
  implement(app, calls.reverseGeocode, ({ query: { lat, long } }) => names.reverse(lat, long));
  implement(app, calls.nearestRoads, async ({ query: { lat, long } }) => nearestRoads(lat, long));
  implement(app, calls.place, ({ params }) => names.place(params.placeId));
  implement(app, calls.archive, ({ params, request, reply }) =>
    sendArchivePart(parts.mapArchives, params.digest, request, reply),
  );
  implement(app, calls.status, () => mapStatus(parts));
}
