import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { FailedArrivalsService } from './arrivals/trackers-arrivals.service.ts';
import { devicePorts } from './device-ports.ts';
import { TrackersService } from './trackers.service.ts';
import { UnknownDevicesService } from './unknown/trackers-unknown.service.ts';

const calls = contract.trackers;

/** Calls of trackers and of unregistered devices (R-141 to R-144, O-21). */
export function registerTrackers(app: FastifyInstance, services: Services): void {
  const trackers = new TrackersService(services);
  const unknown = new UnknownDevicesService(services);
  const arrivals = new FailedArrivalsService(services);
  implement(app, calls.list, ({ viewer, query }) => trackers.list(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, trackers.file(viewer, query)),
  );
  implement(app, calls.all, ({ viewer, query }) => trackers.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => trackers.read(viewer, params.id));
  implement(app, calls.create, ({ viewer, body }) => trackers.create(viewer, body));
  implement(
    app,
    calls.change,
    ({ viewer, params, body }) => trackers.change(viewer, params.id, body),
    { current: ({ viewer, params }) => trackers.read(viewer, params.id) },
  );
  implement(app, calls.remove, ({ viewer, body }) => trackers.archive(viewer, [body.id], true));
  implement(app, calls.archive, ({ viewer, body }) =>
    trackers.archive(viewer, body.ids, body.archived),
  );
  implement(app, calls.fittings, ({ viewer, params }) => trackers.fittings(viewer, params.id));
  implement(app, calls.connections, ({ viewer, params }) =>
    trackers.connections(viewer, params.id),
  );
  implement(app, calls.devicePorts, async () => devicePorts(services.config.gateway));
  implement(app, calls.failedArrivals, ({ viewer }) => arrivals.list(viewer));
  implement(app, calls.unknownDevices, ({ viewer, query }) => unknown.list(viewer, pageOf(query)));
  implement(app, calls.adoptDevice, ({ viewer, body }) => unknown.adopt(viewer, body));
}
