import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { CatalogueListsService } from './catalogue.service.ts';

const calls = contract.catalogue;

export function registerCatalogueLists(app: FastifyInstance, { db }: Services): void {
  const lists = new CatalogueListsService(db);
  implement(app, calls.list, ({ viewer, params, query }) => lists.list(viewer, params.kind, query));
  implement(app, calls.exportList, ({ viewer, params, query, reply }) =>
    sendFile(reply, lists.file(viewer, params.kind, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => lists.read(viewer, params.kind, params.id));
  implement(app, calls.archive, ({ viewer, params, body }) =>
    lists.archive(viewer, params.kind, body.ids, body.archived),
  );
  implement(app, calls.remove, ({ viewer, params, body }) =>
    lists.remove(viewer, params.kind, body.ids),
  );
  implement(app, calls.createRepairer, ({ viewer, body }) =>
    lists.create(viewer, { kind: 'repairer', ...body }),
  );
  implement(app, calls.changeRepairer, ({ viewer, params, body }) =>
    lists.change(viewer, params.id, { kind: 'repairer', ...body }),
  );
  implement(app, calls.createCategory, ({ viewer, body }) =>
    lists.create(viewer, { kind: 'geofence_category', ...body }),
  );
  implement(app, calls.changeCategory, ({ viewer, params, body }) =>
    lists.change(viewer, params.id, { kind: 'geofence_category', ...body }),
  );
}
