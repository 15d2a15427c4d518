import type { FastifyRequest } from 'fastify';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import { receiveFile } from './vehicle-file-documents-receive.ts';

/** The receiver counts to the byte; this is the end of what it could miss. */
const PHOTO_BYTES = 18_000_000;

/**
 * Receives the one photograph of a request, its part `photo`, into a file of this machine.
 *
 * @param path that does not exist yet
 * @throws HttpError 400 for a request without it, 413 for 9,000,000 bytes or more
 */
export async function receivePhoto(request: FastifyRequest, path: string): Promise<void> {
  if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
  const part = await request.file({ limits: { files: 1, fields: 0, fileSize: PHOTO_BYTES } });
  if (part === undefined || part.fieldname !== 'photo') {
    throw wrongField('photo', 'validation.required');
  }
  await receiveFile(part.file, path, part.filename, 'photo');
}
