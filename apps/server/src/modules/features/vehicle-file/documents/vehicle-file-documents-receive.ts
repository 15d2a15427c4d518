import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DOCUMENT_LIMIT_BYTES } from '@roadworthy/contract';
import { HttpError, wrongField } from '../../../../platform/errors.ts';
import type { ReceivedFile } from './vehicle-file-documents-file.ts';

/** Requirement H-57. */
const TOO_LARGE = 'validation.image_too_large';

/** 413: the file has 9,000,000 bytes or more. */
export function tooLarge(field = 'document'): HttpError {
  return new HttpError(413, TOO_LARGE, { errors: { [field]: [TOO_LARGE] } });
}

/**
 * Streams an upload into a local file, up to the size limit.
 *
 * @param path where the file is written; must not exist yet
 * @param field of the request that an error names
 * @throws HttpError 413 for 9,000,000 bytes or more (requirement H-57), 400 for an empty file
 */
export async function receiveFile(
  content: Readable,
  path: string,
  fileName: string,
  field = 'document',
): Promise<ReceivedFile> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform(part: Buffer, _encoding, done) {
      sizeBytes += part.length;
      // Discard the rest; the error is reported once the whole body has arrived.
      if (sizeBytes >= DOCUMENT_LIMIT_BYTES) return done();
      digest.update(part);
      return done(null, part);
    },
    flush: (done) => done(sizeBytes >= DOCUMENT_LIMIT_BYTES ? tooLarge(field) : null),
  });
  await pipeline(content, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (sizeBytes === 0) throw wrongField(field, 'validation.file_empty');
  return { path, fileName, sha256: digest.digest() };
}
