import { DOCUMENT_NAME_LENGTH, documentName } from '@roadworthy/domain';
import {
  type FileRow,
  type Files,
  fileEnding,
  storeChecked,
} from '../../../../platform/files/index.ts';

/** The purpose that files of this module are kept for. */
export const PURPOSE = 'vehicle-file';

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
  const ending = fileEnding(mediaType);
  const named = IS_NAMED.test(plain)
    ? `${stem}${ending}`
    : documentName(`${stem}${ending}`, of.registration, of.reference, nowMs);
  return named.replaceAll(':', '-').slice(-DOCUMENT_NAME_LENGTH);
}

/**
 * Takes a received file into the store, its content checked. Its row is written by the transaction
 * that makes the activity.
 *
 * @throws HttpError 400 for what is not taken, 503 where the store fails
 */
export function storeDocument(
  files: Files,
  received: ReceivedFile,
  of: {
    readonly customerId: number;
    readonly registration: string;
    readonly reference: string;
  },
): Promise<FileRow> {
  return storeChecked(files, received.path, {
    customerId: of.customerId,
    purpose: PURPOSE,
    field: 'document',
    name: (mediaType) => keptName(received.fileName, of, mediaType, Date.now()),
  });
}
