import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { TripsService } from './service.ts';

/** Calls of trips and timesheets. */
export function registerTripRoutes(app: FastifyInstance, service: TripsService): void {
  const { trips } = contract;
  // A month of trips is a long list: it is sent as the service wrote it.
  implement(app, trips.list, ({ viewer, query }) => service.trips(viewer, query), {
    trusted: true,
  });
  implement(app, trips.vehicleTimesheet, ({ viewer, query }) =>
    service.vehicleTimesheet(viewer, query),
  );
  implement(app, trips.driverTimesheet, ({ viewer, query }) =>
    service.driverTimesheet(viewer, query),
  );
  implement(app, trips.drivers, ({ viewer, query }) => service.drivers(viewer, query.search));
}
