import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { ExportService } from './export/vehicle-file-export.service.ts';
import type { ActivitiesService } from './list/vehicle-file-list.service.ts';
import type { PickersService } from './pickers/vehicle-file-pickers.service.ts';
import type { ActivityTypesService } from './types/vehicle-file-types.service.ts';

/** Services that the calls of the vehicle file use. */
export interface VehicleFileServices {
  readonly activities: ActivitiesService;
  readonly activityTypes: ActivityTypesService;
  readonly pickers: PickersService;
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
  const { activityTypes } = services;
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
}

/** Calls of the vehicle file, except the one that receives documents. */
export function registerRoutes(app: FastifyInstance, services: VehicleFileServices): void {
  const { pickers } = services;
  registerActivities(app, services);
  registerTypes(app, services);
  implement(app, calls.depots, ({ viewer, query }) => pickers.depots(viewer, query));
}
