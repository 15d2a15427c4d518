import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import type { AdministrationService } from './service.ts';

/** Calls of administration. */
export function registerRoutes(app: FastifyInstance, service: AdministrationService): void {
  const { administration } = contract;
  implement(app, administration.trackers, ({ viewer, query }) =>
    service.trackers(viewer, pageOf(query)),
  );
  implement(app, administration.unknownDevices, ({ viewer, query }) =>
    service.unknownDevices(viewer, pageOf(query)),
  );
  implement(app, administration.adoptDevice, ({ viewer, body }) => service.adopt(viewer, body));
}
