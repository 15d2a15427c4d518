import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { InspectionsService } from './inspections.service.ts';
import type { InspectionList } from './list/inspections-list.service.ts';

/** Calls of safety inspections. Their scope accepts multipart bodies. */
export function registerInspectionRoutes(
  scope: FastifyInstance,
  files: Files,
  inspections: InspectionsService,
  list: InspectionList,
): void {
  const calls = contract.inspections;
  implement(scope, calls.create, ({ viewer, request }) =>
    withForm(files, request, calls.create.multipart, (received) =>
      inspections.create(viewer, received),
    ),
  );
  implement(scope, calls.list, ({ viewer, query }) => list.list(viewer, query));
  implement(scope, calls.figures, ({ viewer, query }) => list.figures(viewer, query));
  implement(scope, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, list.file(viewer, query)),
  );
  implement(scope, calls.read, ({ viewer, params }) => inspections.read(viewer, params.id));
  implement(scope, calls.move, ({ viewer, params, body }) =>
    inspections.move(viewer, params.id, body),
  );
}
