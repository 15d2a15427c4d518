import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { DriverAssignmentsService } from './driver-assignments.service.ts';
import type { OwnAssignmentsService } from './own/driver-assignments-own.service.ts';

/** Registers the routes of assignments and hand-overs. */
export function registerDriverAssignmentRoutes(
  scope: FastifyInstance,
  files: Files,
  assignments: DriverAssignmentsService,
  own: OwnAssignmentsService,
): void {
  const calls = contract.driverAssignments;
  implement(scope, calls.list, ({ viewer, query }) => assignments.list(viewer, query));
  implement(scope, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await assignments.file(viewer, query)),
  );
  implement(scope, calls.read, ({ viewer, params }) => assignments.read(viewer, params.id));
  implement(scope, calls.handOver, ({ viewer, request }) =>
    withForm(files, request, calls.handOver.multipart, (received) =>
      assignments.handOver(viewer, received),
    ),
  );
  implement(scope, calls.takeBack, ({ viewer, params, request }) =>
    withForm(files, request, calls.takeBack.multipart, (received) =>
      assignments.takeBack(viewer, params.id, received),
    ),
  );
  implement(scope, calls.own, ({ viewer }) => own.read(viewer));
  implement(scope, calls.sign, ({ viewer, params, request }) =>
    withForm(files, request, calls.sign.multipart, (received) =>
      own.sign(viewer, params.id, received),
    ),
  );
  implement(scope, calls.giveBack, ({ viewer, params, request }) =>
    withForm(files, request, calls.giveBack.multipart, (received) =>
      own.giveBack(viewer, params.id, received),
    ),
  );
}
