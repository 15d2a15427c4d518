import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { followDepotSchedules, followSchedules } from '../schedules/index.ts';
import { registerDocumentRoutes } from './documents/vehicle-file-documents.routes.ts';
import { DocumentsService } from './documents/vehicle-file-documents.service.ts';
import { ExportService } from './export/vehicle-file-export.service.ts';
import { ActivitiesService } from './list/vehicle-file-list.service.ts';
import { PickersService } from './pickers/vehicle-file-pickers.service.ts';
import { recordMovements } from './record-activity/vehicle-file-record-activity-movements.ts';
import { ActivityTypesService } from './types/vehicle-file-types.service.ts';
import { registerRoutes } from './vehicle-file.routes.ts';

export { receiveForm } from './documents/receive-form.ts';
export { receivePhoto } from './documents/receive-photo.ts';
export type { ReceivedFile } from './documents/vehicle-file-documents-file.ts';
export { receiveFile, tooLarge } from './documents/vehicle-file-documents-receive.ts';
export { statusText } from './export/vehicle-file-export-table.ts';
export { regionIsVisible } from './list/vehicle-file-list.repository.ts';
export { ActivitiesService } from './list/vehicle-file-list.service.ts';
export { addRecordActivity } from './record-activity/vehicle-file-record-activity.service.ts';
export { addCameraPhoto } from './record-activity/vehicle-file-record-activity-picture.ts';
export { ActivityTypesService } from './types/vehicle-file-types.service.ts';

/** Hooks that the vehicle file runs in the transaction of a change of vehicles or depots. */
export const vehicleHooks = { recordMovements, followDepotSchedules, followSchedules } as const;

/** The vehicle file: activities and their documents (area G). */
export function registerVehicleFile(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerRoutes(app, {
    activities: new ActivitiesService(services),
    activityTypes: new ActivityTypesService(db),
    pickers: new PickersService(db),
    exports: new ExportService(services),
  });
  registerDocumentRoutes(app, services.files, new DocumentsService(services));
}
