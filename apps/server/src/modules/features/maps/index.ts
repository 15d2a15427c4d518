import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './maps.routes.ts';

export { runMapCommand } from './extract/maps-extract-command.ts';

/**
 * Registers street maps and the names of places and roads, with or without an external service (OP-078,
 * K-P05).
 */
export function registerMaps(
  app: FastifyInstance,
  { addresses, config, mapArchives }: Pick<Services, 'addresses' | 'config' | 'mapArchives'>,
): void {
  registerRoutes(app, { config, mapArchives, geocoder: addresses.geocoder });
}
