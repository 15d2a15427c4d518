import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, requestKeyOf, sendFile, sendPdf } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { CodeUploadsService } from '../codes/imports-codes.service.ts';
import { UploadsService } from './imports-vehicles.service.ts';
import { withTable } from './imports-vehicles-form.routes.ts';

const calls = contract.uploads;

/** Calls of uploads (R-146 to R-148, RP-31); multipart bodies are accepted in a separate scope. */
export function registerUploads(app: FastifyInstance, services: Services): void {
  const uploads = new UploadsService(services);
  const codes = new CodeUploadsService(services);
  const { files } = services;
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.vehicles, ({ viewer, request }) => {
      const requestKey = requestKeyOf(request);
      return withTable(files, request, calls.vehicles.multipart, (fields, file) =>
        uploads.upload(viewer, fields, file, requestKey),
      );
    });
    implement(scope, calls.qrCodes, ({ viewer, request }) =>
      withTable(files, request, calls.qrCodes.multipart, (fields, file) =>
        codes.upload(viewer, fields.customer_id, file),
      ),
    );
  });
  implement(app, calls.list, ({ viewer, query }) => uploads.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => uploads.read(viewer, params.id));
  implement(app, calls.cancel, ({ viewer, params }) => uploads.cancel(viewer, params.id));
  implement(app, calls.result, async ({ viewer, params, query, reply }) =>
    sendFile(reply, uploads.result(viewer, params.id, query)),
  );
  implement(app, calls.labels, ({ viewer, body, reply }) =>
    sendPdf(reply, codes.labels(viewer, body)),
  );
}
