import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { withTable } from '../vehicles/index.ts';
import { ImportsService } from './imports-lists.service.ts';

const calls = contract.imports;

/**
 * Calls that import files into the administered lists; multipart bodies are accepted in a separate
 * scope.
 */
export function registerImports(app: FastifyInstance, services: Services): void {
  const imports = new ImportsService(services);
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.send, ({ viewer, params, request }) =>
      withTable(services.files, request, calls.send.multipart, (fields, file) =>
        imports.send(viewer, params.kind, fields, file),
      ),
    );
  });
  implement(app, calls.template, ({ viewer, params, query, reply }) =>
    sendFile(reply, imports.template(viewer, params.kind, query)),
  );
}
