import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { DefectsService } from './defects.service.ts';
import type { DefectList } from './list/defects-list.service.ts';

/** Calls of the defect lifecycle. Their scope accepts multipart bodies. */
export function registerDefectRoutes(
  scope: FastifyInstance,
  files: Files,
  defects: DefectsService,
  list: DefectList,
): void {
  const calls = contract.defects;
  implement(scope, calls.create, ({ viewer, request }) =>
    withForm(files, request, calls.create.multipart, (received) =>
      defects.create(viewer, received),
    ),
  );
  implement(scope, calls.list, ({ viewer, query }) => list.list(viewer, query));
  implement(scope, calls.figures, ({ viewer, query }) => list.figures(viewer, query));
  implement(scope, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, list.file(viewer, query)),
  );
  implement(scope, calls.read, ({ viewer, params }) => defects.read(viewer, params.id));
  implement(scope, calls.move, ({ viewer, params, request }) =>
    withForm(files, request, calls.move.multipart, (received) =>
      defects.move(viewer, params.id, received),
    ),
  );
  implement(scope, calls.assignMany, ({ viewer, body }) => defects.assignMany(viewer, body));
}
