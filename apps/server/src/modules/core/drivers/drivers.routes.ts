import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { DriversService } from './drivers.service.ts';

const calls = contract.drivers;

export function registerDrivers(app: FastifyInstance, services: Services): void {
  const drivers = new DriversService(services.db);
  implement(app, calls.list, ({ viewer, query }) => drivers.list(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, drivers.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => drivers.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => drivers.read(viewer, params.id));
  implement(
    app,
    calls.change,
    ({ viewer, params, body }) => drivers.change(viewer, params.id, body),
    { current: ({ viewer, params }) => drivers.read(viewer, params.id) },
  );
  implement(app, calls.remove, ({ viewer, body }) => drivers.archive(viewer, [body.id], true));
  implement(app, calls.archive, ({ viewer, body }) =>
    drivers.archive(viewer, body.ids, body.archived),
  );
  implement(app, calls.changeMany, ({ viewer, body }) =>
    drivers.changeMany(viewer, body.ids, body.category),
  );
}
