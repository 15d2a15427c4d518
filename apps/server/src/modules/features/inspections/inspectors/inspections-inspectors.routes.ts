import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { InspectorsService } from './inspections-inspectors.service.ts';

/** Calls of the register of inspectors. */
export function registerInspectorRoutes(app: FastifyInstance, service: InspectorsService): void {
  const calls = contract.inspectors;
  implement(app, calls.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, calls.create, ({ viewer, body }) => service.create(viewer, body));
  implement(app, calls.change, ({ viewer, params, body }) =>
    service.change(viewer, params.id, body),
  );
  implement(app, calls.archive, ({ viewer, body }) => service.archive(viewer, body));
}
