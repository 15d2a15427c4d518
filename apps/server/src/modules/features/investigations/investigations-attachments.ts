import { rm, writeFile } from 'node:fs/promises';
import { DOCUMENT_LIMIT_BYTES } from '@roadworthy/contract';
import { HttpError, wrongField } from '../../../platform/errors.ts';
import {
  bytesOfDataUrl,
  type FileRow,
  type Files,
  fileEnding,
  isBlankPicture,
  storeChecked,
} from '../../../platform/files/index.ts';
import type { AcceptedAnswer } from './investigations-answers.ts';

/** Purpose under which this module stores files. */
export const PURPOSE = 'investigation';

/** Requirement H-57. */
const TOO_LARGE = 'validation.image_too_large';
/** The signature pad produces 500 × 250 pixels; devices with high pixel density produce more. */
const SIGNATURE_PIXELS = 4_000_000;
const SIGNATURE_BYTES = 1_000_000;
const MAX_NAME = 90;

/** Writes bytes to a temporary local file for the duration of `work`. */
async function withFile<T>(
  files: Files,
  bytes: Buffer,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = await files.temporaryPath();
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

function attachmentName(answer: string, title: string, mediaType: string): string {
  const plain = answer.split(/[\\/]/).pop() ?? '';
  const stem = plain.replace(/\.[^.]*$/, '').trim();
  return `${(stem === '' ? title : stem).slice(0, MAX_NAME)}${fileEnding(mediaType)}`;
}

/**
 * Stores the attachment of an answer, with the same content checks as for documents.
 *
 * @throws HttpError 413 for 9,000,000 bytes or more, 400 for an empty or unaccepted file
 */
export async function storeAttachment(
  files: Files,
  of: { readonly customerId: number; readonly title: string },
  { attachment, answer, index }: AcceptedAnswer,
): Promise<FileRow> {
  const field = `answers.${index}.attachment`;
  const bytes = bytesOfDataUrl(attachment ?? '', field);
  if (bytes.length === 0) throw wrongField(field, 'validation.file_empty');
  if (bytes.length >= DOCUMENT_LIMIT_BYTES) {
    throw new HttpError(413, TOO_LARGE, { errors: { [field]: [TOO_LARGE] } });
  }
  return withFile(files, bytes, (path) =>
    storeChecked(files, path, {
      customerId: of.customerId,
      purpose: PURPOSE,
      field,
      name: (mediaType) => attachmentName(answer, of.title, mediaType),
    }),
  );
}

/**
 * Stores a signature (requirement I-P06).
 *
 * @throws HttpError 400 for more than 1,000,000 bytes, or if it is not a PNG or is blank
 */
export async function storeSignature(
  files: Files,
  of: { readonly customerId: number; readonly title: string },
  dataUrl: string,
): Promise<FileRow> {
  const field = 'signoff_signature';
  const bytes = bytesOfDataUrl(dataUrl, field);
  if (bytes.length > SIGNATURE_BYTES) throw wrongField(field, 'investigation.signature_too_large');
  return withFile(files, bytes, async (path) => {
    if (await isBlankPicture(path, SIGNATURE_PIXELS)) {
      throw wrongField(field, 'investigation.signature_empty');
    }
    return storeChecked(files, path, {
      customerId: of.customerId,
      purpose: PURPOSE,
      field,
      name: (mediaType) => `signature${fileEnding(mediaType)}`,
      pictures: ['image/png'],
      acceptsPdf: false,
    });
  });
}
