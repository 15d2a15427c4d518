import multipart from '@fastify/multipart';
import { contract, TACHOGRAPH_LIMIT_BYTES } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, HttpError, wrongField } from '../../../platform/errors.ts';
import { implement, parseInput, sendFile } from '../../../platform/http/index.ts';
import type { TimesheetsService } from '../timesheets/index.ts';
import type { TachographService } from './tachograph.service.ts';
import { plainName } from './tachograph-unzip.ts';

const MAX_FIELDS = 4;
const FIELD_BYTES = 1000;

interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Receives a multipart body of texts and one file, `file`. Reports errors once all has arrived. */
async function receive(request: FastifyRequest) {
  if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
  const texts: Record<string, string> = {};
  let file: ReceivedFile | null = null;
  let isTooLarge = false;
  // A safety margin above the exact limit, which is checked below.
  const limits = {
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: FIELD_BYTES,
    fileSize: 2 * TACHOGRAPH_LIMIT_BYTES,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.value !== '') texts[part.fieldname] = String(part.value);
    } else if (part.fieldname !== 'file') {
      part.file.resume();
    } else {
      const pieces: Buffer[] = [];
      for await (const piece of part.file) pieces.push(piece as Buffer);
      const bytes = Buffer.concat(pieces);
      isTooLarge ||= bytes.length > TACHOGRAPH_LIMIT_BYTES;
      file = { name: plainName(part.filename), bytes };
    }
  }
  if (isTooLarge)
    throw new HttpError(413, 'validation.file_too_large', {
      errors: { file: ['validation.file_too_large'] },
    });
  if (file === null) throw wrongField('file', 'validation.required');
  if (file.bytes.length === 0) throw wrongField('file', 'validation.file_empty');
  return { texts, file };
}

/** Registers the routes of tachograph files. */
export function registerTachographRoutes(
  app: FastifyInstance,
  service: TachographService,
  drivers: TimesheetsService,
): void {
  const { tachograph } = contract;
  implement(app, tachograph.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, tachograph.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, tachograph.content, ({ viewer, params }) => service.content(viewer, params.id));
  implement(app, tachograph.original, ({ viewer, params, reply }) =>
    sendFile(reply, service.original(viewer, params.id)),
  );
  implement(app, tachograph.assign, ({ viewer, params, body }) =>
    service.assign(viewer, params.id, body),
  );
  implement(app, tachograph.drivers, ({ viewer, query }) => drivers.drivers(viewer, query.search));
  app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope, tachograph.upload, async ({ viewer, request }) => {
      const { texts, file } = await receive(request);
      const { customer } = parseInput(tachograph.upload.multipart, texts);
      return service.upload(viewer, file, customer);
    });
  });
}
