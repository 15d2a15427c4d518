import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendPdf } from '../../../../platform/http/index.ts';
import type { StockTakesService } from './parts-takes.service.ts';

/** Registers the routes of stock-takes, and of the codes and labels of parts. */
export function registerStockTakeRoutes(app: FastifyInstance, takes: StockTakesService): void {
  const calls = contract.stockTakes;
  implement(app, calls.list, ({ viewer, query }) => takes.list(viewer, query));
  implement(app, calls.begin, ({ viewer, body }) => takes.begin(viewer, body.store));
  implement(app, calls.read, ({ viewer, params }) => takes.read(viewer, params.id));
  implement(app, calls.count, ({ viewer, params, body }) => takes.count(viewer, params, body));
  implement(app, calls.removeCount, ({ viewer, params }) => takes.removeCount(viewer, params));
  implement(app, calls.post, ({ viewer, params }) => takes.post(viewer, params.id));
  implement(app, calls.cancel, ({ viewer, params }) => takes.cancel(viewer, params.id));
  implement(app, calls.find, ({ viewer, query }) => takes.find(viewer, query.code));
  implement(app, calls.labels, ({ viewer, query, reply }) =>
    sendPdf(reply, takes.labels(viewer, query)),
  );
}
