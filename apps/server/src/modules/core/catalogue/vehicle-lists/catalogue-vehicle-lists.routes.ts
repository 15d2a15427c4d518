import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { VehicleListsService } from './catalogue-vehicle-lists.service.ts';

const calls = contract.vehicleLists;

/** The lists that the vehicle form offers. */
function registerChoices(app: FastifyInstance, lists: VehicleListsService): void {
  const { vehicles } = contract;
  implement(app, vehicles.manufacturers, ({ viewer, query }) =>
    lists.choices(viewer, 'manufacturer', query.customer),
  );
  implement(app, vehicles.models, ({ viewer, query }) => lists.models(viewer, query));
  implement(app, vehicles.liveries, async ({ viewer, query }) => {
    const found = await lists.choices(viewer, 'livery', query.customer);
    return found.map(({ id, name }) => ({ id, category_name: name }));
  });
  implement(app, vehicles.driverCategories, ({ viewer, query }) =>
    lists.choices(viewer, 'driver_category', query.customer),
  );
  implement(app, vehicles.contractTypes, ({ viewer, query }) =>
    lists.choices(viewer, 'contract_type', query.customer),
  );
  implement(app, vehicles.leaseCompanies, ({ viewer, query }) =>
    lists.choices(viewer, 'lease_company', query.customer),
  );
}

export function registerVehicleLists(app: FastifyInstance, services: Services): void {
  const lists = new VehicleListsService(services);
  registerChoices(app, lists);
  implement(app, calls.list, ({ viewer, params, query }) => lists.list(viewer, params.kind, query));
  implement(app, calls.exportList, ({ viewer, params, query, reply }) =>
    sendFile(reply, lists.file(viewer, params.kind, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => lists.read(viewer, params.kind, params.id));
  implement(app, calls.create, ({ viewer, params, body }) =>
    lists.create(viewer, params.kind, body),
  );
  implement(app, calls.change, ({ viewer, params, body }) =>
    lists.change(viewer, params.kind, params.id, body),
  );
  implement(app, calls.archive, ({ viewer, params, body }) =>
    lists.archive(viewer, params.kind, body.ids, body.archived),
  );
}
