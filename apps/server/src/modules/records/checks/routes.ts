import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement } from '../../../platform/http/index.ts';
import { withForm } from '../intake/form-routes.ts';
import type { ChecksService } from './service.ts';

/** RP-27. The scope takes bodies in parts. */
export function registerCheckRoutes(
  scope: FastifyInstance,
  files: Files,
  checks: ChecksService,
): void {
  const calls = contract.driverChecks;
  implement(scope, calls.create, ({ viewer, params, request }) =>
    withForm(files, request, calls.create.multipart, (received) =>
      checks.create(viewer, params.id, received),
    ),
  );
  implement(scope, calls.read, ({ viewer, params }) => checks.read(viewer, params.id));
}
