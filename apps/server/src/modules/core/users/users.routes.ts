import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { UsersService } from './users.service.ts';

/** Calls of user administration. */
export function registerUserRoutes(app: FastifyInstance, service: UsersService): void {
  const { users } = contract;
  implement(app, users.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, users.listAll, ({ viewer, query }) => service.list(viewer, query));
  implement(app, users.exportFile, async ({ viewer, query, reply }) =>
    sendFile(reply, await service.file(viewer, query)),
  );
  implement(app, users.create, ({ viewer, body }) => service.create(viewer, body));
  implement(app, users.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(
    app,
    users.change,
    ({ viewer, params, body }) => service.change(viewer, params.id, body),
    { current: ({ viewer, params }) => service.form(viewer, params.id) },
  );
  implement(app, users.remove, ({ viewer, body: { id, ids } }) =>
    service.archive(viewer, id === undefined ? ids : [id, ...ids], true),
  );
  implement(app, users.restore, ({ viewer, body }) => service.archive(viewer, body.ids, false));
  implement(app, users.unlock, ({ viewer, params }) => service.unlock(viewer, params.id));
  implement(app, users.resetSecondFactor, ({ viewer, params, body, request }) =>
    service.resetSecondFactor(viewer, params.id, { ...body, ip: request.ip }),
  );
  implement(app, users.invite, ({ viewer, params }) => service.inviteAgain(viewer, params.id));
  implement(app, users.permissions, async () => service.permissions());
  implement(app, users.modules, async () => service.modules());
  implement(app, users.forGroup, ({ viewer, query }) =>
    service.colleagues(viewer, query.vehicle_group, pageOf(query)),
  );
}
