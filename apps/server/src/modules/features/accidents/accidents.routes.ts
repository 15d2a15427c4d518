import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, requestKeyOf } from '../../../platform/http/index.ts';
import { receivePhoto } from '../vehicle-file/index.ts';
import type { AccidentsService } from './accidents.service.ts';
import type { Partners } from './accidents-partners.ts';

/** A report with pictures in its body: small ones, as large ones come by themselves (RP-32). */
const REPORT_BYTES = 8 * 1024 * 1024;

const keyOf = ({ headers }: FastifyRequest) => headers['x-external-key'];

/** The reporting of accidents by partners and strangers (R-152 to R-154, RP-32). */
export function registerAccidentRoutes(
  app: FastifyInstance,
  files: Files,
  accidents: AccidentsService,
  partners: Partners,
): void {
  const calls = contract.accidents;
  implement(app, calls.accidentForm, async ({ query, request }) =>
    accidents.form(await partners.of(keyOf(request), request.ip), query),
  );
  implement(app, calls.vehicleSearch, async ({ query, request }) =>
    accidents.search(await partners.of(keyOf(request), request.ip), query),
  );
  implement(
    app,
    calls.reportAccident,
    async ({ body, request }) =>
      accidents.report(await partners.of(keyOf(request), request.ip), body, requestKeyOf(request)),
    { bodyLimitBytes: REPORT_BYTES },
  );
  // In a scope of its own, as only here bodies come in parts.
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, calls.uploadPhoto, async ({ query, request }) => {
      const partner = await partners.of(keyOf(request), request.ip);
      const path = await files.temporaryPath();
      try {
        await receivePhoto(request, path);
        return await accidents.photo(partner, query.qrid, requestKeyOf(request), path);
      } finally {
        await rm(path, { force: true });
      }
    });
  });
}
