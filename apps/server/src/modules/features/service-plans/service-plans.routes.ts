import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { PlansService } from './plans/service-plans-plans.service.ts';
import type { VehicleServicesService } from './vehicles/service-plans-vehicles.service.ts';

/** Registers the routes of service plans, next services and meter readings. */
export function registerServicePlanRoutes(
  app: FastifyInstance,
  plans: PlansService,
  vehicles: VehicleServicesService,
): void {
  const calls = contract.servicePlans;
  implement(app, calls.plans, ({ viewer, query }) => plans.list(viewer, query));
  implement(app, calls.createPlan, ({ viewer, body }) => plans.create(viewer, body));
  implement(app, calls.plan, ({ viewer, params }) => plans.read(viewer, params.id));
  implement(app, calls.changePlan, ({ viewer, params, body }) =>
    plans.change(viewer, params.id, body),
  );
  implement(app, calls.removePlan, ({ viewer, params }) => plans.remove(viewer, params.id));
  implement(app, calls.assignPlan, ({ viewer, params, body }) =>
    plans.assign(viewer, params.id, body.vehicles, Date.now()),
  );
  implement(app, calls.services, ({ viewer, query }) => vehicles.list(viewer, query));
  implement(app, calls.exportServices, async ({ viewer, query, reply }) =>
    sendFile(reply, await vehicles.file(viewer, query)),
  );
  implement(app, calls.vehicle, ({ viewer, params }) => vehicles.read(viewer, params.vehicle));
  implement(app, calls.leavePlan, ({ viewer, params }) => plans.leave(viewer, params.vehicle));
  implement(app, calls.done, ({ viewer, params, body }) =>
    vehicles.done(viewer, params.vehicle, body),
  );
  implement(app, calls.addReading, ({ viewer, params, body }) =>
    vehicles.addReading(viewer, params.vehicle, body),
  );
  implement(app, calls.removeReading, ({ viewer, params }) =>
    vehicles.removeReading(viewer, params.vehicle, params.id),
  );
}
