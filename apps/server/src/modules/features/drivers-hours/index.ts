import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { DriverActivitiesService } from './activities/drivers-hours-activities.service.ts';
import { registerDriversHoursRoutes } from './drivers-hours.routes.ts';
import { DriversHoursService } from './drivers-hours.service.ts';
import { InfringementsService } from './infringements/drivers-hours-infringements.service.ts';
import { OwnHoursService } from './own/drivers-hours-own.service.ts';
import { DriversHoursSettingsService } from './settings/drivers-hours-settings.service.ts';

export type { CardActivity } from './activities/drivers-hours-activities.repository.ts';
export { storeCardActivities } from './activities/drivers-hours-activities.service.ts';
export { registerInfringementDigestJob } from './digest/drivers-hours-digest.job.ts';
export { lastWorkOf, leaveIn } from './drivers-hours.repository.ts';
export { analyseAgain, recordsOf, remainingOf } from './drivers-hours-analysis.ts';
export { InfringementsService } from './infringements/drivers-hours-infringements.service.ts';
export { DEFAULT_RULES, rulesOf } from './settings/drivers-hours-settings.repository.ts';

/** Drivers' hours: activities, remaining time, infringements and their debrief. */
export function registerDriversHours(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerDriversHoursRoutes(app, {
    hours: new DriversHoursService(db),
    activities: new DriverActivitiesService(db),
    infringements: new InfringementsService(services),
    own: new OwnHoursService(services),
    settings: new DriversHoursSettingsService(db),
  });
}
