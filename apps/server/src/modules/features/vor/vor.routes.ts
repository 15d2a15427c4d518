import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { VorDashboard } from './dashboard/vor-dashboard.service.ts';
import type { VorService } from './vor.service.ts';

/** Calls of, RP-29 and RP-30, and the off-road entries of a vehicle. */
export function registerVorRoutes(
  app: FastifyInstance,
  vor: VorService,
  dashboard: VorDashboard,
): void {
  const calls = contract.vor;
  implement(app, calls.ofVehicle, ({ viewer, query }) => vor.ofVehicle(viewer, query.vehicle));
  implement(app, calls.set, ({ viewer, body }) => vor.set(viewer, body));
  implement(app, calls.change, ({ viewer, params, body }) => vor.change(viewer, params.id, body));
  implement(app, calls.list, ({ viewer, query }) => dashboard.list(viewer, query));
  implement(app, calls.figures, ({ viewer, query }) => dashboard.figures(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => dashboard.read(viewer, params.id));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, dashboard.file(viewer, query)),
  );
  implement(app, calls.report, ({ viewer, params, reply }) =>
    sendFile(reply, dashboard.report(viewer, params.id)),
  );
}
