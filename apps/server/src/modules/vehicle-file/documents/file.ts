import { rm } from 'node:fs/promises';
import { DOCUMENT_NAME_LENGTH, documentName } from '@roadworthy/domain';
import { badRequest } from '../../../platform/errors.ts';
import { type FileRow, type Files, mediaTypeOf } from '../../../platform/files/index.ts';
import { refuseOtherThanPdf } from './pdf.ts';
import { PICTURE_TYPES, rewritePicture } from './picture.ts';

/** The purpose that files of this module are kept for. */
export const PURPOSE = 'vehicle-file';

const PDF = 'application/pdf';
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  [PDF]: '.pdf',
};
/** What a picture of less than 9 MB may become when it is written anew. */
const MAX_KEPT_BYTES = 60_000_000;

/** A file as it arrived, on this machine. */
export interface ReceivedFile {
  readonly path: string;
  readonly fileName: string;
  readonly sha256: Buffer;
}

/** A name that ends as the documents' names do has been given by the sender (requirement H-58). */
const IS_NAMED = /\d{2}-\d{2}-\d{4}T\d{2}[:-]\d{2}[:-]\d{2}\.\w+$/;

/**
 * The name that a person reads: as the sender gave it, or made here where the sender did not; with
 * the ending of what it is, and no colon, which some systems forbid (OP-063).
 */
export function keptName(
  fileName: string,
  of: { readonly registration: string; readonly reference: string },
  mediaType: string,
  nowMs: number,
): string {
  const plain = fileName.split(/[\\/]/).pop() ?? '';
  const stem = plain.replace(/\.[^.]*$/, '');
  const ending = ENDINGS[mediaType] ?? '';
  const named = IS_NAMED.test(plain)
    ? `${stem}${ending}`
    : documentName(`${stem}${ending}`, of.registration, of.reference, nowMs);
  return named.replaceAll(':', '-').slice(-DOCUMENT_NAME_LENGTH);
}

/**
 * Takes a received file into the store: typed by its content; a picture is written anew, a PDF must
 * be nothing else. Its row is written by the transaction that makes the activity.
 *
 * @throws HttpError 400 for what is not taken, 503 where the store fails
 */
export async function storeDocument(
  files: Files,
  received: ReceivedFile,
  of: {
    readonly customerId: number;
    readonly registration: string;
    readonly reference: string;
  },
): Promise<FileRow> {
  const mediaType = await mediaTypeOf(received.path);
  const picture = PICTURE_TYPES.find((type) => type === mediaType);
  if (picture === undefined && mediaType !== PDF) {
    const text = 'This type of file is not taken. Choose a JPEG, PNG or WebP picture, or a PDF.';
    throw badRequest(text, { errors: { document: [text] } });
  }
  const incoming = {
    customerId: of.customerId,
    purpose: PURPOSE,
    name: keptName(received.fileName, of, picture ?? PDF, Date.now()),
    maxBytes: MAX_KEPT_BYTES,
    accept: [picture ?? PDF],
  };
  if (picture === undefined) {
    await refuseOtherThanPdf(received.path);
    return files.putFile(received.path, incoming);
  }
  const written = await files.temporaryPath();
  try {
    await rewritePicture(received.path, written, picture);
    return await files.putFile(written, incoming);
  } finally {
    await rm(written, { force: true });
  }
}
