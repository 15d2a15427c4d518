import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { VehicleHooks } from '../vehicles/index.ts';
import { DepotsService } from './depots.service.ts';
import { VisibleDepotsService } from './scope/depots-scope.service.ts';

const calls = contract.depots;

export function registerDepots(
  app: FastifyInstance,
  services: Services,
  hooks: VehicleHooks,
): void {
  const kept = new DepotsService(services, hooks);
  const seen = new VisibleDepotsService(services.db);
  implement(app, calls.groups, ({ viewer, query }) => kept.list(viewer, query));
  implement(app, calls.list, ({ viewer, query }) => kept.list(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, kept.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => kept.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => kept.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => kept.change(viewer, params.id, body), {
    current: ({ viewer, params }) => kept.form(viewer, params.id),
  });
  implement(app, calls.remove, ({ viewer, body }) => kept.archive(viewer, [body.id], true));
  implement(app, calls.archive, ({ viewer, body }) =>
    kept.archive(viewer, body.ids, body.archived),
  );
  implement(app, calls.move, ({ viewer, body }) => kept.move(viewer, body.ids, body.region));
  implement(app, calls.ofVehicle, ({ viewer, params }) => seen.ofVehicle(viewer, params.vehicleId));
  implement(app, calls.choosable, ({ viewer, query }) =>
    seen.depots(viewer, pageOf(query), query.brief),
  );
  implement(app, calls.regions, ({ viewer }) => seen.regions(viewer));
}
