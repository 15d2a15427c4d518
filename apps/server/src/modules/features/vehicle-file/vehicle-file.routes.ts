import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type {
  RemindersService,
  SchedulesService,
  ScheduleTypesService,
} from '../schedules/index.ts';
import type { ExportService } from './export/vehicle-file-export.service.ts';
import type { ActivitiesService } from './list/vehicle-file-list.service.ts';
import type { PickersService } from './pickers/vehicle-file-pickers.service.ts';
import type { ActivityTypesService } from './types/vehicle-file-types.service.ts';

/** What the calls of this module stand on. */
export interface VehicleFileServices {
  readonly activities: ActivitiesService;
  readonly activityTypes: ActivityTypesService;
  readonly scheduleTypes: ScheduleTypesService;
  readonly schedules: SchedulesService;
  readonly pickers: PickersService;
  readonly reminders: RemindersService;
  readonly exports: ExportService;
}

const calls = contract.vehicleFile;

function registerActivities(app: FastifyInstance, services: VehicleFileServices): void {
  const { activities, exports } = services;
  implement(app, calls.list, async ({ viewer, query, reply }) => {
    const bytes = await activities.list(viewer, query);
    await reply.type('application/json; charset=utf-8').send(bytes);
    return undefined;
  });
  implement(app, calls.read, ({ viewer, params }) => activities.read(viewer, params.id));
  implement(app, calls.archive, ({ viewer, params, body }) =>
    activities.archive(viewer, params.id, body.archived),
  );
  implement(app, calls.trail, ({ viewer, params }) => activities.trail(viewer, params.id));
  implement(app, calls.document, async ({ viewer, params, reply }) => {
    const address = await activities.documentAddress(viewer, params.id);
    await reply.redirect(address, 302);
    return undefined;
  });
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, exports.file(viewer, query)),
  );
}

function registerTypes(app: FastifyInstance, services: VehicleFileServices): void {
  const { activityTypes, scheduleTypes } = services;
  implement(app, calls.activityTypes, ({ viewer, query }) => activityTypes.list(viewer, query));
  implement(app, calls.activityType, ({ viewer, params }) => activityTypes.read(viewer, params.id));
  implement(app, calls.createActivityType, ({ viewer, body }) =>
    activityTypes.create(viewer, body),
  );
  implement(
    app,
    calls.changeActivityType,
    ({ viewer, params, body }) => activityTypes.change(viewer, params.id, body),
    { current: ({ viewer, params }) => activityTypes.read(viewer, params.id) },
  );
  implement(app, calls.scheduleTypes, ({ viewer, query }) => scheduleTypes.list(viewer, query));
  implement(app, calls.scheduleType, ({ viewer, params, query }) =>
    scheduleTypes.read(viewer, params.id, query.vehicle),
  );
  implement(app, calls.createScheduleType, ({ viewer, body }) =>
    scheduleTypes.create(viewer, body),
  );
  implement(
    app,
    calls.changeScheduleType,
    ({ viewer, params, body }) => scheduleTypes.change(viewer, params.id, body),
    { current: ({ viewer, params }) => scheduleTypes.read(viewer, params.id, undefined) },
  );
  implement(app, calls.changeVehicleInterval, ({ viewer, params, body }) =>
    scheduleTypes.changeForVehicle(viewer, params, body.interval),
  );
}

/** Calls of the vehicle file, but that which takes documents in. */
export function registerRoutes(app: FastifyInstance, services: VehicleFileServices): void {
  const { schedules, pickers, reminders } = services;
  registerActivities(app, services);
  registerTypes(app, services);
  implement(app, calls.schedules, ({ viewer, query }) => schedules.list(viewer, query));
  implement(app, calls.planSchedule, ({ viewer, params, body }) =>
    schedules.plan(viewer, params.id, body.planned_date),
  );
  implement(app, calls.depots, ({ viewer, query }) => pickers.depots(viewer, query));
  implement(app, calls.reminders, ({ viewer }) => reminders.read(viewer));
  implement(app, calls.changeReminders, ({ viewer, body }) => reminders.change(viewer, body));
}
