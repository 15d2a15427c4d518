import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile, sendPdf } from '../../../../platform/http/index.ts';
import type { PartOrdersService } from './parts-orders.service.ts';

/** Registers the routes of purchase orders. */
export function registerPartOrderRoutes(app: FastifyInstance, orders: PartOrdersService): void {
  const calls = contract.partOrders;
  implement(app, calls.list, ({ viewer, query }) => orders.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await orders.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => orders.create(viewer, body));
  implement(app, calls.propose, ({ viewer, body }) => orders.propose(viewer, body.store));
  implement(app, calls.read, ({ viewer, params }) => orders.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    orders.change(viewer, params.id, body),
  );
  implement(app, calls.order, ({ viewer, params, body }) => orders.order(viewer, params.id, body));
  implement(app, calls.receive, ({ viewer, params, body }) =>
    orders.receive(viewer, params.id, body),
  );
  implement(app, calls.cancel, ({ viewer, params, body }) =>
    orders.cancel(viewer, params.id, body.version),
  );
  implement(app, calls.pdf, ({ viewer, params, reply }) =>
    sendPdf(reply, orders.pdf(viewer, params.id)),
  );
}
