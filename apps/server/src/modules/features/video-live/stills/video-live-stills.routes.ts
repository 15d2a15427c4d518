import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../../platform/files/index.ts';
import { implement, parseInput, requestKeyOf } from '../../../../platform/http/index.ts';
import { receiveForm } from '../../vehicle-file/index.ts';
import type { StillFields, StillsService } from './video-live-stills.service.ts';

function fieldsOf(texts: Readonly<Record<string, string>>): StillFields {
  return parseInput(contract.videoLive.still.multipart, texts);
}

/**
 * Registers the route that saves a frame; in a separate scope, as only this one takes multipart
 * bodies.
 */
export function registerStillRoutes(
  app: FastifyInstance,
  files: Files,
  service: StillsService,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, contract.videoLive.still, async ({ viewer, request }) => {
      const requestKey = requestKeyOf(request);
      const path = await files.temporaryPath();
      try {
        const { texts, file } = await receiveForm(request, path);
        return await service.keep(viewer, fieldsOf(texts), file, requestKey);
      } finally {
        await rm(path, { force: true });
      }
    });
  });
}
