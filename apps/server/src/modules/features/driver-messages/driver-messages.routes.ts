import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { DriverMessagesService } from './driver-messages.service.ts';
import type { OwnMessagesService } from './own/driver-messages-own.service.ts';

/** Registers the routes of messages to drivers. */
export function registerDriverMessageRoutes(
  app: FastifyInstance,
  messages: DriverMessagesService,
  own: OwnMessagesService,
): void {
  const calls = contract.driverMessages;
  implement(app, calls.list, ({ viewer, query }) => messages.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => messages.read(viewer, params.id));
  implement(app, calls.send, ({ viewer, body }) => messages.send(viewer, body));
  implement(app, calls.reply, ({ viewer, params, body }) =>
    messages.reply(viewer, params.id, body),
  );
  implement(app, calls.remind, ({ viewer, params }) => messages.remind(viewer, params.id));
  implement(app, calls.own, ({ viewer, query }) => own.list(viewer, query));
  implement(app, calls.receive, ({ viewer, params, body }) => own.receive(viewer, params.id, body));
  implement(app, calls.answer, ({ viewer, params, body }) => own.answer(viewer, params.id, body));
}
