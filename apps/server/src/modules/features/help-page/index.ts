import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerHelpRoutes } from './help-page.routes.ts';
import { HelpService } from './help-page.service.ts';
import { HelpSettingsService } from './help-page-settings.service.ts';

export { helpPageOf, helpVehicle, insertFaqs } from './help-page.repository.ts';

/** The public help page of a vehicle, and its settings. */
export function registerHelpPage(app: FastifyInstance, services: Services): void {
  registerHelpRoutes(app, {
    help: new HelpService(services),
    settings: new HelpSettingsService(services),
  });
}
