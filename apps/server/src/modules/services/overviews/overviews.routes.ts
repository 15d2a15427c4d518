import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { OverviewsService } from './overviews.service.ts';

/** Calls of the pages of a vehicle, a driver and a depot. */
export function registerOverviewRoutes(app: FastifyInstance, overviews: OverviewsService): void {
  const calls = contract.overviews;
  implement(app, calls.vehicle, ({ viewer, params }) => overviews.vehicle(viewer, params.id));
  implement(app, calls.driver, ({ viewer, params }) => overviews.driver(viewer, params.id));
  implement(app, calls.driverTrips, ({ viewer, params, query }) =>
    overviews.driverTrips(viewer, params.id, query),
  );
  implement(app, calls.driverChecks, ({ viewer, params, query }) =>
    overviews.driverChecks(viewer, params.id, query),
  );
  implement(app, calls.depot, ({ viewer, params }) => overviews.depot(viewer, params.id));
  implement(app, calls.depotVehicles, ({ viewer, params, query }) =>
    overviews.depotVehicles(viewer, params.id, query),
  );
  implement(app, calls.depotDrivers, ({ viewer, params, query }) =>
    overviews.depotDrivers(viewer, params.id, query),
  );
}
