import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { UnaccountedDrivingService } from './unaccounted-driving.service.ts';

/** Registers the routes of unaccounted driving. */
export function registerUnaccountedDrivingRoutes(
  app: FastifyInstance,
  unaccounted: UnaccountedDrivingService,
): void {
  const calls = contract.unaccountedDriving;
  implement(app, calls.list, ({ viewer, query }) => unaccounted.list(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await unaccounted.file(viewer, query)),
  );
  implement(app, calls.months, ({ viewer, query }) => unaccounted.months(viewer, query));
  implement(app, calls.exportMonths, async ({ viewer, query, reply }) =>
    sendFile(reply, await unaccounted.monthFile(viewer, query)),
  );
  implement(app, calls.timeline, ({ viewer, query }) => unaccounted.timeline(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => unaccounted.read(viewer, params.id));
  implement(app, calls.decide, ({ viewer, params, body }) =>
    unaccounted.decide(viewer, params.id, body),
  );
}
