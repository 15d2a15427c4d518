import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../../platform/files/index.ts';
import { implement, parseInput, requestKeyOf } from '../../../../platform/http/index.ts';
import { receiveForm } from './receive-form.ts';
import type { DocumentFields, DocumentsService } from './vehicle-file-documents.service.ts';

function fieldsOf(texts: Record<string, string>): DocumentFields {
  return parseInput(contract.vehicleFile.create.multipart, texts);
}

/**
 * The call that creates a document; in a separate Fastify scope because only it accepts multipart.
 */
export function registerDocumentRoutes(
  app: FastifyInstance,
  files: Files,
  service: DocumentsService,
): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, contract.vehicleFile.create, async ({ viewer, query, request }) => {
      const requestKey = requestKeyOf(request);
      const path = await files.temporaryPath();
      try {
        const { texts, file } = await receiveForm(request, path);
        return await service.create(viewer, { query, fields: fieldsOf(texts), file, requestKey });
      } finally {
        await rm(path, { force: true });
      }
    });
  });
}
