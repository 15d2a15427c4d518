import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { SavedViewsService } from './saved-views.service.ts';

const calls = contract.savedViews;

/** Calls about saved views of lists. */
export function registerRoutes(app: FastifyInstance, views: SavedViewsService): void {
  implement(app, calls.list, ({ viewer, query }) => views.list(viewer, query.list));
  implement(app, calls.create, ({ viewer, body }) => views.create(viewer, body));
  implement(app, calls.change, ({ viewer, params, body }) => views.change(viewer, params.id, body));
  implement(app, calls.remove, ({ viewer, params }) => views.remove(viewer, params.id));
  implement(app, calls.share, ({ viewer, params, body }) =>
    views.share(viewer, params.id, body.is_shared),
  );
  implement(app, calls.setDefault, ({ viewer, body }) => views.setDefault(viewer, body));
}
