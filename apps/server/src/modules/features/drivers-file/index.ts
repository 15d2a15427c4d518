import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { DriverDocumentsService } from './documents/drivers-file-documents.service.ts';
import { registerDriversFileRoutes } from './drivers-file.routes.ts';
import { DriversFileService } from './drivers-file.service.ts';
import { DriversFileSettingsService } from './settings/drivers-file-settings.service.ts';

export { keepLicenceRecord } from './documents/drivers-file-official.service.ts';
export { DriversFileService } from './drivers-file.service.ts';
export { driversFiles, mayDrive } from './drivers-file-driving.ts';
export { keepEngaged } from './engagement/drivers-file-engagement.ts';
export { refreshFiles } from './items/drivers-file-items.repository.ts';
export { registerDriverFileReminderJob } from './reminders/drivers-file-reminders.job.ts';

/** Documents and entitlements of drivers, in a separate Fastify scope that accepts multipart bodies. */
export function registerDriversFile(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    registerDriversFileRoutes(scope, services.files, {
      service: new DriversFileService(services),
      documents: new DriverDocumentsService(services),
      settings: new DriversFileSettingsService(services.db),
    });
  });
}
