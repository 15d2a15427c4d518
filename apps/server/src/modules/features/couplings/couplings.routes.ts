import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { CouplingsService } from './couplings.service.ts';

/** Registers the routes of couplings. */
export function registerCouplingRoutes(app: FastifyInstance, couplings: CouplingsService): void {
  const calls = contract.couplings;
  implement(app, calls.list, ({ viewer, query }) => couplings.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await couplings.file(viewer, query)),
  );
  implement(app, calls.couple, ({ viewer, body }) => couplings.couple(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => couplings.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    couplings.change(viewer, params.id, body),
  );
  implement(app, calls.uncouple, ({ viewer, params, body }) =>
    couplings.uncouple(viewer, params.id, body),
  );
  implement(app, calls.remove, ({ viewer, params }) => couplings.remove(viewer, params.id));
}
