import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { DriverActivitiesService } from './activities/drivers-hours-activities.service.ts';
import type { DriversHoursService } from './drivers-hours.service.ts';
import type { InfringementsService } from './infringements/drivers-hours-infringements.service.ts';
import type { OwnHoursService } from './own/drivers-hours-own.service.ts';
import type { DriversHoursSettingsService } from './settings/drivers-hours-settings.service.ts';

/** Calls of drivers' hours. */
export function registerDriversHoursRoutes(
  app: FastifyInstance,
  services: {
    readonly hours: DriversHoursService;
    readonly activities: DriverActivitiesService;
    readonly infringements: InfringementsService;
    readonly own: OwnHoursService;
    readonly settings: DriversHoursSettingsService;
  },
): void {
  const { activities, hours, infringements, own, settings } = services;
  const calls = contract.driversHours;
  implement(app, calls.list, ({ viewer, query }) => hours.list(viewer, query));
  implement(app, calls.driver, ({ viewer, params, query }) =>
    hours.driver(viewer, params.id, query),
  );
  implement(app, calls.addActivity, ({ viewer, params, body }) =>
    activities.add(viewer, params.id, body),
  );
  implement(app, calls.removeActivity, ({ viewer, params }) =>
    activities.remove(viewer, params.id, params.activity),
  );
  implement(app, calls.infringements, ({ viewer, query }) => infringements.list(viewer, query));
  implement(app, calls.exportInfringements, async ({ viewer, query, reply }) =>
    sendFile(reply, await infringements.file(viewer, query)),
  );
  implement(app, calls.infringement, ({ viewer, params }) => infringements.read(viewer, params.id));
  implement(app, calls.debrief, ({ viewer, params, body }) =>
    infringements.debrief(viewer, params.id, body),
  );
  implement(app, contract.ownHours.read, ({ viewer }) => own.read(viewer));
  implement(app, contract.ownHours.answer, ({ viewer, params, body }) =>
    own.answer(viewer, params.id, body),
  );
  implement(app, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(app, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
}
