import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { CostsService } from './costs.service.ts';
import type { CostFiguresService } from './figures/costs-figures.service.ts';

/** Registers the routes of costs. */
export function registerCostsRoutes(
  app: FastifyInstance,
  costs: CostsService,
  figures: CostFiguresService,
): void {
  const calls = contract.costs;
  implement(app, calls.list, ({ viewer, query }) => costs.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await costs.file(viewer, query)),
  );
  implement(app, calls.figures, ({ viewer, query }) => figures.figures(viewer, query));
  implement(app, calls.exportFigures, async ({ viewer, query, reply }) =>
    sendFile(reply, await figures.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => costs.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => costs.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => costs.change(viewer, params.id, body));
  implement(app, calls.remove, ({ viewer, params }) => costs.remove(viewer, params.id));
}
