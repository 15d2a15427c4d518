import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerPartnerKeyRoutes } from './partner-keys.routes.ts';
import { PartnerKeysService } from './partner-keys.service.ts';

/** Keys of partners who receive accident reports. */
export function registerPartnerKeys(app: FastifyInstance, services: Services): void {
  registerPartnerKeyRoutes(app, new PartnerKeysService(services));
}
