import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerDocumentRoutes } from './documents/routes.ts';
import { DocumentsService } from './documents/service.ts';
import { ExportService } from './export/service.ts';
import { ActivitiesService } from './list/service.ts';
import { PickersService } from './pickers/service.ts';
import { recordMovements } from './record-activity/movements.ts';
import { registerReminderJob } from './reminders/job.ts';
import { RemindersService } from './reminders/service.ts';
import { registerRoutes } from './routes.ts';
import { ScheduleTypesService } from './schedule-types/service.ts';
import { followDepotSchedules, followSchedules } from './schedules/following/service.ts';
import { SchedulesService } from './schedules/service.ts';
import { ActivityTypesService } from './types/service.ts';

export type { ReceivedFile } from './documents/file.ts';
export { receiveFile, tooLarge } from './documents/receive.ts';
export { receiveForm } from './documents/receive-form.ts';
export { receivePhoto } from './documents/receive-photo.ts';
export { statusText } from './export/table.ts';
export { addCameraPicture } from './record-activity/picture.ts';
export { addRecordActivity } from './record-activity/service.ts';
export { ScheduleTypesService } from './schedule-types/service.ts';
export { ActivityTypesService } from './types/service.ts';

/** What the vehicle file does in the transaction of a change of vehicles or depots. */
export const vehicleHooks = { recordMovements, followDepotSchedules, followSchedules } as const;

/** The vehicle file: activities, their documents, and what is scheduled (areas G and H). */
export function registerVehicleFile(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerRoutes(app, {
    activities: new ActivitiesService(services),
    activityTypes: new ActivityTypesService(db),
    scheduleTypes: new ScheduleTypesService(db),
    schedules: new SchedulesService(db),
    pickers: new PickersService(db),
    reminders: new RemindersService(db),
    exports: new ExportService(services),
  });
  registerDocumentRoutes(app, services.files, new DocumentsService(services));
}

/** Declares the jobs of the vehicle file. Before `jobs.start`. */
export function registerVehicleFileJobs(services: Services): void {
  registerReminderJob(services);
}
