import { rm } from 'node:fs/promises';
import { badRequest, type ErrorMessage } from '../errors.ts';
import type { Files } from './files.ts';
import { MEDIA_TYPES, mediaTypeOf } from './media-type.ts';
import { refuseOtherThanPdf } from './pdf.ts';
import { PICTURE_TYPES, type PictureType, rewritePicture } from './picture.ts';
import type { FileRow } from './repository.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  [MEDIA_TYPES.pdf]: '.pdf',
};
/** Size limit of a re-encoded image whose original has less than 9 MB. */
const MAX_KEPT_BYTES = 60_000_000;

/** The file extension for a media type, with its dot; empty for an unaccepted type. */
export const fileEnding = (mediaType: string): string => ENDINGS[mediaType] ?? '';

/** Properties of an uploaded file. */
export interface CheckedFile {
  readonly customerId: number;
  /** The module that owns the file and decides who may read it. */
  readonly purpose: string;
  /** The field of the request, for validation errors. */
  readonly field: string;
  /** The display name of the file, for the detected type. */
  readonly name: (mediaType: string) => string;
  /** Accepted image types; all three by default. */
  readonly pictures?: readonly PictureType[];
  /** Whether a PDF is accepted; true by default. */
  readonly acceptsPdf?: boolean;
}

/** The message that names the accepted types. */
function refusal(pictures: readonly PictureType[], acceptsPdf: boolean): ErrorMessage {
  if (pictures.length === 1) return 'validation.picture_unusable';
  return acceptsPdf ? 'file.type_choose_picture_or_pdf' : 'file.type_choose_picture';
}

/**
 * Stores an uploaded file, typed by its content. An image is re-encoded, a PDF must be only a PDF. Its
 * row is written by `storeFile` in the transaction that refers to it.
 *
 * @param path a file of this machine, from `files.temporaryPath`
 * @throws HttpError 400 for an unaccepted file, 503 if the store fails
 */
export async function storeChecked(
  files: Files,
  path: string,
  { customerId, purpose, field, name, pictures = PICTURE_TYPES, acceptsPdf = true }: CheckedFile,
): Promise<FileRow> {
  const mediaType = await mediaTypeOf(path);
  const picture = pictures.find((type) => type === mediaType);
  if (picture === undefined && !(acceptsPdf && mediaType === MEDIA_TYPES.pdf)) {
    const text = refusal(pictures, acceptsPdf);
    throw badRequest(text, { errors: { [field]: [text] } });
  }
  const type = picture ?? MEDIA_TYPES.pdf;
  const incoming = {
    customerId,
    purpose,
    name: name(type),
    maxBytes: MAX_KEPT_BYTES,
    accept: [type],
  };
  if (picture === undefined) {
    await refuseOtherThanPdf(path, field);
    return files.putFile(path, incoming);
  }
  const written = await files.temporaryPath();
  try {
    await rewritePicture(path, written, picture, field);
    return await files.putFile(written, incoming);
  } finally {
    await rm(written, { force: true });
  }
}
