import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerAuditRoutes, watchViewings } from './audit/routes.ts';
import { AuditService } from './audit/service.ts';
import { Viewings } from './audit/viewings.ts';
import { registerDepots } from './depots/routes.ts';
import { registerPickers } from './pickers/routes.ts';
import { PickersService } from './pickers/service.ts';
import { registerRoutes } from './routes.ts';
import { AdministrationService } from './service.ts';

/** The part of administration that the device gateway needs (area O). */
export function registerAdministration(app: FastifyInstance, services: Services): void {
  registerRoutes(app, new AdministrationService(services));
  registerAuditRoutes(app, new AuditService(services.db));
  registerDepots(app, services);
  registerPickers(app, new PickersService(services.db));
}

/** Keeps a log of who looks at locations; before the routes of other modules are added. */
export function registerViewings(app: FastifyInstance, services: Services): void {
  watchViewings(app, new Viewings(services));
}
