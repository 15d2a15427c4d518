import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { EventsService } from './events.service.ts';
import type { VehicleGroupsService } from './vehicle-groups/events-vehicle-groups.service.ts';

/** Registers the routes of events and of the sidebar that filters them. */
export function registerRoutes(
  app: FastifyInstance,
  service: EventsService,
  groups: VehicleGroupsService,
): void {
  const { events } = contract;
  implement(app, events.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, events.types, () => service.types());
  implement(
    app,
    events.vehicleGroups,
    ({ viewer, query }) =>
      groups.list(viewer, pageOf(query), {
        trackersOnly: query.trackers_only === 'true',
        isBrief: query.brief,
      }),
    { trusted: true },
  );
}
