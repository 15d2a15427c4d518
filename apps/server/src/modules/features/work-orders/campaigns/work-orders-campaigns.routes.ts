import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../../platform/http/index.ts';
import type { WorkOrderCampaigns } from './work-orders-campaigns.service.ts';
import type { WorkOrderCampaignVehicles } from './work-orders-campaigns-vehicles.service.ts';

/** Registers the routes of recalls and service campaigns. */
export function registerCampaignRoutes(
  app: FastifyInstance,
  {
    campaigns,
    vehicles,
  }: { readonly campaigns: WorkOrderCampaigns; readonly vehicles: WorkOrderCampaignVehicles },
): void {
  const calls = contract.workOrderCampaigns;
  implement(app, calls.list, ({ viewer, query }) => campaigns.list(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await campaigns.file(viewer, query)),
  );
  implement(app, calls.vehicles, ({ viewer, query }) => vehicles.list(viewer, query));
  implement(app, calls.create, ({ viewer, body }) => campaigns.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => campaigns.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    campaigns.change(viewer, params.id, body),
  );
  implement(app, calls.remove, ({ viewer, params }) => campaigns.remove(viewer, params.id));
  implement(app, calls.setVehicle, ({ viewer, params, body }) =>
    vehicles.setVehicle(viewer, params, body),
  );
  implement(app, calls.createOrders, ({ viewer, params, body }) =>
    vehicles.createOrders(viewer, params.id, body),
  );
}
