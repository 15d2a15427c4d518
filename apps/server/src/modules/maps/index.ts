import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { outsideGeocoder } from './outside/geocoder.ts';
import { PlaceNames } from './outside/names.ts';
import { registerRoutes } from './routes.ts';

/** Names of places and roads, with an outside service or without one (OP-078, K-P05). */
export function registerMaps(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): void {
  registerRoutes(app, new PlaceNames(outsideGeocoder(config.map.geocoder, log)));
}
