import { DOCUMENT_NAME_LENGTH, documentName } from '@roadworthy/domain';
import {
  type FileRow,
  type Files,
  fileEnding,
  storeChecked,
} from '../../../../platform/files/index.ts';

/** Purpose of this module's files in the file store. */
export const PURPOSE = 'vehicle-file';

/** A received file on local disk. */
export interface ReceivedFile {
  readonly path: string;
  readonly fileName: string;
  readonly sha256: Buffer;
}

/** A name with a document's extension was given by the sender (requirement H-58). */
const IS_NAMED = /\d{2}-\d{2}-\d{4}T\d{2}[:-]\d{2}[:-]\d{2}\.\w+$/;

/**
 * Display name of a document: the sender's, or a generated one; with the extension of its content
 * type, and without colons, which some systems forbid (OP-063).
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
 * Checks the content of a received file and stores it. The transaction that creates the activity
 * writes the file's row.
 *
 * @throws HttpError 400 for content that is not accepted, 503 if the store fails
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
