import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { MessagesService } from './messages.service.ts';

/** Registers the routes of messages to vehicles. */
export function registerMessageRoutes(app: FastifyInstance, service: MessagesService): void {
  const { messages } = contract;
  implement(app, messages.send, ({ viewer, query, body }) =>
    service.send(viewer, query.vehicle, body.message),
  );
  implement(app, messages.list, ({ viewer, query }) =>
    service.list(viewer, query.vehicle, pageOf(query)),
  );
}
