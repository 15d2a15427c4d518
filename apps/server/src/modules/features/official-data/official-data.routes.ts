import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { OfficialDataService } from './official-data.service.ts';

/** Registers the routes of official data. */
export function registerOfficialDataRoutes(
  app: FastifyInstance,
  service: OfficialDataService,
): void {
  const calls = contract.officialData;
  implement(app, calls.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await service.file(viewer, query)),
  );
  implement(app, calls.sources, () => service.states());
  implement(app, calls.lookup, ({ body }) => service.lookup(body));
  implement(app, calls.vehicle, ({ viewer, params }) => service.read(viewer, params.vehicle));
  implement(app, calls.check, ({ viewer, params }) => service.check(viewer, params.vehicle));
  implement(app, calls.resolve, ({ viewer, params, body }) =>
    service.resolve(viewer, params.id, body),
  );
}
