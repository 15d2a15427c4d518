import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './maps.routes.ts';
import { outsideGeocoder } from './outside/maps-outside-geocoder.ts';
import { PlaceNames } from './outside/maps-outside-names.ts';

/** Registers the names of places and roads, with or without an external service (OP-078, K-P05). */
export function registerMaps(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): void {
  registerRoutes(app, new PlaceNames(outsideGeocoder(config.map.geocoder, log)));
}
