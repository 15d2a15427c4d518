import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { TimesheetsService } from './timesheets.service.ts';

/** Registers the routes of timesheets. */
export function registerTimesheetRoutes(app: FastifyInstance, service: TimesheetsService): void {
  const { timesheets } = contract;
  implement(app, timesheets.vehicleTimesheet, ({ viewer, query }) =>
    service.ofVehicle(viewer, query),
  );
  implement(app, timesheets.driverTimesheet, ({ viewer, query }) =>
    service.ofDriver(viewer, query),
  );
  implement(app, timesheets.drivers, ({ viewer, query }) => service.drivers(viewer, query.search));
}
