import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { DataInputsService } from './data-inputs.service.ts';

/** Calls of data inputs. */
export function registerDataInputRoutes(app: FastifyInstance, inputs: DataInputsService): void {
  const calls = contract.dataInputs;
  implement(app, calls.list, ({ viewer, query }) => inputs.list(viewer, query));
  implement(app, calls.create, ({ viewer, body, reply }) => {
    // No cache may store the answer with the address.
    reply.header('cache-control', 'no-store');
    return inputs.create(viewer, body);
  });
  implement(app, calls.read, ({ viewer, params }) => inputs.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    inputs.change(viewer, params.id, body),
  );
  implement(app, calls.remove, ({ viewer, params }) => inputs.remove(viewer, params.id));
  implement(app, calls.rotate, ({ viewer, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return inputs.rotate(viewer, params.id);
  });
  implement(app, calls.messages, ({ viewer, params }) => inputs.messages(viewer, params.id));
  implement(app, calls.preview, ({ viewer, body }) => inputs.preview(viewer, body));
}
