import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, requestKeyOf } from '../../../platform/http/index.ts';
import { receivePhoto } from '../vehicle-file/index.ts';
import type { TemplatesService } from './templates/walkaround-templates.service.ts';
import type { WalkaroundService } from './walkaround.service.ts';
import type { Photographs } from './walkaround-photographs.ts';

interface RouteServices {
  readonly templates: TemplatesService;
  readonly walkaround: WalkaroundService;
  readonly photographs: Photographs;
}

const calls = contract.walkaround;
/** Calls of walkaround checks and their templates. */
export function registerRoutes(
  app: FastifyInstance,
  files: Files,
  { templates, walkaround, photographs }: RouteServices,
): void {
  implement(app, calls.start, ({ viewer }) => walkaround.start(viewer));
  implement(app, calls.vehicles, ({ viewer, query }) => walkaround.vehicles(viewer, query));
  implement(app, calls.send, ({ viewer, body, request }) =>
    walkaround.send(viewer, body, requestKeyOf(request)),
  );
  implement(app, calls.templates, ({ viewer, query }) => templates.list(viewer, query));
  implement(app, calls.template, ({ viewer, params }) => templates.read(viewer, params.id));
  implement(app, calls.changeTemplate, ({ viewer, params, body }) =>
    templates.change(viewer, params.id, body),
  );
  implement(app, calls.dropTemplate, ({ viewer, params }) => templates.drop(viewer, params.id));
  // A separate scope: only this call accepts multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.uploadPhoto, async ({ viewer, request }) => {
      const path = await files.temporaryPath();
      try {
        await receivePhoto(request, path);
        return await photographs.take(viewer, requestKeyOf(request), path);
      } finally {
        await rm(path, { force: true });
      }
    });
  });
}
