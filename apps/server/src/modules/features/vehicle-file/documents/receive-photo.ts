import type { FastifyRequest } from 'fastify';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import { receiveFile } from './vehicle-file-documents-receive.ts';

/** The receiver enforces the exact limit; this is a safety margin above it. */
const PHOTO_BYTES = 18_000_000;

/**
 * Receives the single photograph of a request, its part `photo`, into a local file.
 *
 * @param path where the file is written; must not exist yet
 * @throws HttpError 400 for a request without a photograph, 413 for 9,000,000 bytes or more
 */
export async function receivePhoto(request: FastifyRequest, path: string): Promise<void> {
  if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
  const part = await request.file({ limits: { files: 1, fields: 0, fileSize: PHOTO_BYTES } });
  if (part === undefined || part.fieldname !== 'photo') {
    throw wrongField('photo', 'validation.required');
  }
  await receiveFile(part.file, path, part.filename, 'photo');
}
