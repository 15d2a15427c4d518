import { contract } from '@roadworthy/contract';
import { VEHICLE_ENERGIES } from '@roadworthy/domain';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import type { VehicleHooks } from './vehicle-hooks.ts';
import { VehiclesService } from './vehicles.service.ts';

const calls = contract.vehicles;

/** The limit for a response without pages; the same as the count limit of a list. */
const MOST_AT_ONCE = 10_000;

export function registerVehicles(
  app: FastifyInstance,
  services: Services,
  hooks: VehicleHooks,
): void {
  const vehicles = new VehiclesService(services, hooks);
  implement(app, calls.list, ({ viewer, query, request }) => {
    // Companion apps request all vehicles without parameters.
    const isWhole = Object.keys(request.query as object).length === 0;
    return vehicles.list(viewer, isWhole ? { ...query, pageSize: MOST_AT_ONCE } : query);
  });
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, vehicles.file(viewer, query)),
  );
  implement(app, calls.inSight, ({ viewer, query }) => vehicles.visible(viewer, query));
  // The same vehicles for the choosers of a new document and of the screens.
  implement(app, contract.tracking.simpleVehicleList, ({ viewer, query }) =>
    vehicles.visible(viewer, query),
  );
  implement(app, contract.vehicleFile.vehicles, async ({ viewer, query }) => {
    const page = await vehicles.visible(viewer, query);
    return { ...page, vehicles: page.results };
  });
  implement(app, calls.read, ({ viewer, params }) => vehicles.read(viewer, params.id));
  implement(app, calls.create, ({ viewer, body }) => vehicles.create(viewer, body));
  implement(
    app,
    calls.change,
    ({ viewer, params, body }) => vehicles.change(viewer, params.id, body),
    {
      current: async ({ viewer, params }, given) => {
        const { trackers, ...vehicle } = await vehicles.read(viewer, params.id);
        // A request with the single device field does not set the former device list.
        return 'tracker' in given ? vehicle : { ...vehicle, trackers };
      },
    },
  );
  implement(app, calls.changeMany, ({ viewer, body }) => vehicles.changeMany(viewer, body));
  implement(app, calls.remove, ({ viewer, body }) => vehicles.archive(viewer, [body.id], true));
  implement(app, calls.archive, ({ viewer, body }) =>
    vehicles.archive(viewer, body.ids, body.archived),
  );
  implement(app, calls.fittings, ({ viewer, params }) => vehicles.fittings(viewer, params.id));
  implement(app, calls.types, async () =>
    VEHICLE_ENERGIES.map(({ id, reference, name }) => ({ id, reference, name })),
  );
}
