import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { receiveForm } from '../vehicle-file/index.ts';
import type { BrakeTestsService } from './brake-tests.service.ts';
import type { BrakeDueService } from './due/brake-tests-due.service.ts';
import type { BrakeSettingsService } from './settings/brake-tests-settings.service.ts';

/** Calls of brake tests. */
export function registerBrakeTestRoutes(
  app: FastifyInstance,
  files: Files,
  {
    due,
    settings,
    tests,
  }: {
    readonly due: BrakeDueService;
    readonly settings: BrakeSettingsService;
    readonly tests: BrakeTestsService;
  },
): void {
  const calls = contract.brakeTests;
  implement(app, calls.list, ({ viewer, query }) => due.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await due.file(viewer, query)),
  );
  implement(app, calls.vehicle, ({ viewer, params }) => due.vehicle(viewer, params.id));
  implement(app, calls.changePlan, ({ viewer, params, body }) =>
    due.changePlan(viewer, params.id, body),
  );
  implement(app, calls.create, ({ viewer, params, body }) => tests.create(viewer, params.id, body));
  implement(app, calls.void, ({ viewer, params, body }) => tests.void(viewer, params.id, body));
  implement(app, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(app, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.printOut, async ({ viewer, params, request }) => {
      const path = await files.temporaryPath();
      try {
        const { file } = await receiveForm(request, path);
        return await tests.attach(viewer, params.id, file === null ? null : path);
      } finally {
        await rm(path, { force: true });
      }
    });
  });
}
