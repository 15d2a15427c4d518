import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, requestKeyOf, sendFile, sendPdf } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { CodeUploadsService } from './codes/imports-codes.service.ts';
import { withTable } from './imports-form.routes.ts';
import { ImportsService } from './lists/imports-lists.service.ts';
import { ImportMappingsService } from './lists/mappings/imports-mappings.service.ts';
import { UploadsService } from './vehicles/imports-vehicles.service.ts';

const calls = contract.imports;
const mappingCalls = contract.importMappings;

/**
 * Calls that import files: vehicles and QR codes (R-146 to R-148, RP-31), and the administered lists.
 * Multipart bodies are accepted in a separate scope.
 */
export function registerImports(app: FastifyInstance, services: Services): void {
  const vehicles = new UploadsService(services);
  const codes = new CodeUploadsService(services);
  const entries = new ImportsService(services);
  const { files } = services;
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.vehicles, ({ viewer, request }) => {
      const requestKey = requestKeyOf(request);
      return withTable(files, request, calls.vehicles.multipart, (fields, file) =>
        vehicles.upload(viewer, fields, file, requestKey),
      );
    });
    implement(scope, calls.qrCodes, ({ viewer, request }) =>
      withTable(files, request, calls.qrCodes.multipart, (fields, file) =>
        codes.upload(viewer, fields.customer_id, file),
      ),
    );
    implement(scope, calls.send, ({ viewer, params, request }) =>
      withTable(files, request, calls.send.multipart, (fields, file) =>
        entries.send(viewer, params.kind, fields, file),
      ),
    );
    implement(scope, calls.preview, ({ viewer, params, request }) =>
      withTable(files, request, calls.preview.multipart, (fields, file) =>
        entries.preview(viewer, params.kind, fields, file),
      ),
    );
  });
  const mappings = new ImportMappingsService(services);
  implement(app, mappingCalls.list, ({ viewer, query }) => mappings.list(viewer, query));
  implement(app, mappingCalls.create, ({ viewer, body }) => mappings.create(viewer, body));
  implement(app, mappingCalls.change, ({ viewer, params, body }) =>
    mappings.change(viewer, params.id, body),
  );
  implement(app, mappingCalls.remove, ({ viewer, params }) => mappings.remove(viewer, params.id));
  implement(app, calls.list, ({ viewer, query }) => vehicles.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => vehicles.read(viewer, params.id));
  implement(app, calls.cancel, ({ viewer, params }) => vehicles.cancel(viewer, params.id));
  implement(app, calls.result, async ({ viewer, params, query, reply }) =>
    sendFile(reply, vehicles.result(viewer, params.id, query)),
  );
  implement(app, calls.labels, ({ viewer, body, reply }) =>
    sendPdf(reply, codes.labels(viewer, body)),
  );
  implement(app, calls.template, ({ viewer, params, query, reply }) =>
    sendFile(reply, entries.template(viewer, params.kind, query)),
  );
}
