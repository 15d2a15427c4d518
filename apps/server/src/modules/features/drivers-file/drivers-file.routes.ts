import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { DriverDocumentsService } from './documents/drivers-file-documents.service.ts';
import type { DriversFileService } from './drivers-file.service.ts';
import type { DriversFileSettingsService } from './settings/drivers-file-settings.service.ts';

/** Calls of drivers' files. Their scope accepts multipart bodies. */
export function registerDriversFileRoutes(
  scope: FastifyInstance,
  files: Files,
  parts: {
    readonly service: DriversFileService;
    readonly documents: DriverDocumentsService;
    readonly settings: DriversFileSettingsService;
  },
): void {
  const calls = contract.driversFile;
  const { service, documents, settings } = parts;
  implement(scope, calls.list, ({ viewer, query }) => service.list(viewer, query));
  implement(scope, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await service.file(viewer, query)),
  );
  implement(scope, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(scope, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
  implement(scope, calls.read, ({ viewer, params }) => service.item(viewer, params.id));
  implement(scope, calls.own, ({ viewer }) => service.own(viewer));
  implement(scope, calls.driver, ({ viewer, params }) => service.driver(viewer, params.id));
  implement(scope, calls.changeDriver, ({ viewer, params, body }) =>
    service.changeDriver(viewer, params.id, body),
  );
  implement(scope, calls.create, ({ viewer, params, body }) =>
    documents.create(viewer, params.id, body),
  );
  implement(scope, calls.change, ({ viewer, params, body }) =>
    documents.change(viewer, params.id, body),
  );
  implement(scope, calls.remove, ({ viewer, params }) => documents.remove(viewer, params.id));
  implement(scope, calls.addProof, ({ viewer, params, request }) =>
    withForm(
      files,
      request,
      calls.addProof.multipart,
      (received) => documents.addProof(viewer, params.id, received),
      ['document'],
    ),
  );
}
