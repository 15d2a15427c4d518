import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, requestKeyOf } from '../../../platform/http/index.ts';
import { receivePhoto } from '../vehicle-file/index.ts';
import type { AccidentsService } from './accidents.service.ts';
import type { Partners } from './accidents-partners.ts';

/** A report with small images; large photographs are uploaded separately (RP-32). */
const REPORT_BYTES = 8 * 1024 * 1024;

const keyOf = ({ headers }: FastifyRequest) => headers['x-external-key'];

/** Accident reports by partners and by the public (R-152 to R-154, RP-32). */
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
  // A separate Fastify scope, as only this route accepts multipart bodies.
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
