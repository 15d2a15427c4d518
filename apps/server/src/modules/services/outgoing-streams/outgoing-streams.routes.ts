import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { OutgoingStreamsService } from './outgoing-streams.service.ts';

/** Calls of outgoing streams. */
export function registerOutgoingStreamRoutes(
  app: FastifyInstance,
  streams: OutgoingStreamsService,
): void {
  const calls = contract.outgoingStreams;
  implement(app, calls.list, ({ viewer, query }) => streams.list(viewer, query));
  implement(app, calls.create, ({ viewer, body, reply }) => {
    // No cache may store the answer with the secret.
    reply.header('cache-control', 'no-store');
    return streams.create(viewer, body);
  });
  implement(app, calls.read, ({ viewer, params }) => streams.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    streams.change(viewer, params.id, body),
  );
  implement(app, calls.remove, ({ viewer, params }) => streams.remove(viewer, params.id));
  implement(app, calls.test, ({ viewer, params }) => streams.test(viewer, params.id));
  implement(app, calls.restart, ({ viewer, params, body }) =>
    streams.restart(viewer, params.id, body),
  );
  implement(app, calls.rotate, ({ viewer, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return streams.rotate(viewer, params.id);
  });
}
