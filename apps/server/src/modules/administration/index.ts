import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { AuditedCalls } from './audit/audited-calls.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { AuditService } from './audit/service.ts';
import { Viewings } from './audit/viewings.ts';
import { watchCalls } from './audit/watched-calls.ts';
import { registerCatalogueLists } from './catalogue-lists/routes.ts';
import { registerCustomers } from './customers/routes.ts';
import { registerDepots } from './depots/routes.ts';
import { registerDrivers } from './drivers/routes.ts';
import { registerImports } from './imports/routes.ts';
import { registerDigestJob } from './notifications/delivery/digest.ts';
import { registerNotificationJob } from './notifications/delivery/job.ts';
import { registerNotifications } from './notifications/routes.ts';
import { registerPickers } from './pickers/routes.ts';
import { PickersService } from './pickers/service.ts';
import { registerHidingJob } from './privacy/private-use/hiding/service.ts';
import { registerPrivateUse } from './privacy/private-use/routes.ts';
import { registerRetentionJob } from './privacy/retention/removal.ts';
import { registerRetention } from './privacy/retention/routes.ts';
import { registerPrivacyRoutes } from './privacy/routes.ts';
import { PrivacyService } from './privacy/service.ts';
import { registerRawFramesJob } from './raw-data/frames-job.ts';
import { registerRawData } from './raw-data/routes.ts';
import { registerTexts } from './texts/routes.ts';
import { registerTrackers } from './trackers/routes.ts';
import { registerUploads } from './uploads/routes.ts';
import { registerUploadJobs } from './uploads/running/job.ts';
import { registerUserRoutes } from './users/routes.ts';
import { UsersService } from './users/service.ts';
import { registerVehicleLists } from './vehicle-lists/routes.ts';
import { registerVehicles } from './vehicles/routes.ts';
import type { VehicleHooks } from './vehicles/vehicle-hooks.ts';

export { regionInSight } from './depots/sight/service.ts';
export { depotFacts, wholeVehicles } from './depots/whole/index.ts';
export { PickersService } from './pickers/service.ts';

/** What administrators keep (area O). */
export function registerAdministration(
  app: FastifyInstance,
  services: Services,
  hooks: VehicleHooks,
): void {
  registerVehicles(app, services, hooks);
  registerVehicleLists(app, services);
  registerTrackers(app, services);
  registerRawData(app, services);
  registerAuditRoutes(app, new AuditService(services.db));
  registerUserRoutes(app, new UsersService(services));
  registerPrivacyRoutes(app, new PrivacyService(services));
  registerPrivateUse(app, services);
  registerRetention(app, services);
  registerCatalogueLists(app, services);
  registerCustomers(app, services);
  registerDepots(app, services, hooks);
  registerDrivers(app, services);
  registerNotifications(app, services);
  registerTexts(app, services);
  registerUploads(app, services);
  registerImports(app, services);
  registerPickers(app, new PickersService(services.db));
}

/** Keeps the audit log of every call; before the routes of other modules are added. */
export function registerAudit(app: FastifyInstance, services: Services): void {
  watchCalls(app, new Viewings(services), new AuditedCalls(services));
}

/** Declares the jobs of administration. Before `jobs.start`. */
export function registerAdministrationJobs(services: Services): void {
  registerNotificationJob(services);
  registerDigestJob(services);
  registerHidingJob(services);
  registerRetentionJob(services);
  registerUploadJobs(services);
  registerRawFramesJob(services);
}
