import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { DOCUMENT_LIMIT_BYTES } from '@roadworthy/contract';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../../../../platform/errors.ts';
import { bytesOfDataUrl } from '../../../../platform/files/index.ts';
import type { ReceivedFile } from './vehicle-file-documents-file.ts';
import { receiveFile, tooLarge } from './vehicle-file-documents-receive.ts';

const MAX_FIELDS = 12;
/** Longest text field; a document sent as a data URL is a third longer than its bytes. */
const FIELD_BYTES = 100_000;
const DATA_URL_BYTES = Math.ceil(DOCUMENT_LIMIT_BYTES / 3) * 4 + 200;
const MAX_BODY_BYTES = DATA_URL_BYTES + 500_000;

/** The parts of a multipart body. A long text is accepted only if its length is known in advance. */
function partsOf(request: FastifyRequest): AsyncIterableIterator<Multipart> {
  if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
  const length = request.headers['content-length'];
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  return request.parts({
    limits: {
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: length === undefined ? FIELD_BYTES : DATA_URL_BYTES,
      // The receiver enforces the exact limit; this is a safety margin above it.
      fileSize: 2 * DOCUMENT_LIMIT_BYTES,
    },
  });
}

/** Text fields of a form and its document. */
export interface ReceivedForm {
  readonly texts: Record<string, string>;
  readonly file: ReceivedFile | null;
}

/**
 * Receives a multipart body of text fields and one file, `document`. Errors of the file are
 * reported once the whole body has arrived, because a reply during an upload never reaches a
 * browser.
 *
 * @param path where the file is written; must not exist yet
 * @throws HttpError 400 for another body or file, 413 for one that is too large
 */
export async function receiveForm(request: FastifyRequest, path: string): Promise<ReceivedForm> {
  const texts: Record<string, string> = {};
  let file: ReceivedFile | null = null;
  let failure: unknown = null;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (part.valueTruncated === true) throw tooLarge();
      if (part.value !== '') texts[part.fieldname] = String(part.value);
    } else if (part.fieldname !== 'document') {
      part.file.resume();
    } else {
      await receiveFile(part.file, path, part.filename)
        .then((received) => {
          file = received;
        })
        .catch((error) => {
          failure ??= error;
          part.file.resume();
        });
    }
  }
  if (failure !== null) throw failure;
  const { document: dataUrl, ...fields } = texts;
  if (dataUrl !== undefined && file === null) {
    const bytes = bytesOfDataUrl(dataUrl, 'document');
    file = await receiveFile(Readable.from([bytes]), path, 'document');
  }
  return { texts: fields, file };
}
