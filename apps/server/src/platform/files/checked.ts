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
/** What a picture of less than 9 MB may become when it is written anew. */
const MAX_KEPT_BYTES = 60_000_000;

/** The ending that a name of such a file has, with its dot; empty for what is not taken. */
export const fileEnding = (mediaType: string): string => ENDINGS[mediaType] ?? '';

/** What is said of a file that a person sent. */
export interface CheckedFile {
  readonly customerId: number;
  /** Which module keeps it; decides who may read it. */
  readonly purpose: string;
  /** The field of the request that it came in: what is wrong with it is said there. */
  readonly field: string;
  /** The name that a person reads, for the type that the content shows. */
  readonly name: (mediaType: string) => string;
  /** The pictures that are taken; all three where nothing is said. */
  readonly pictures?: readonly PictureType[];
  /** Whether a PDF is taken, as it is where nothing is said. */
  readonly takesPdf?: boolean;
}

/** The message that names the accepted types. */
function refusal(pictures: readonly PictureType[], takesPdf: boolean): ErrorMessage {
  if (pictures.length === 1) return 'validation.picture_unusable';
  return takesPdf ? 'file.type_choose_picture_or_pdf' : 'file.type_choose_picture';
}

/**
 * Takes what a person sent into the store: typed by its content; a picture is written anew, a PDF must
 * be nothing else. Its row is written by `keepFile` in the transaction that refers to it.
 *
 * @param path a file of this machine, made by `files.temporaryPath`
 * @throws HttpError 400 for what is not taken, 503 where the store fails
 */
export async function storeChecked(
  files: Files,
  path: string,
  { customerId, purpose, field, name, pictures = PICTURE_TYPES, takesPdf = true }: CheckedFile,
): Promise<FileRow> {
  const mediaType = await mediaTypeOf(path);
  const picture = pictures.find((type) => type === mediaType);
  if (picture === undefined && !(takesPdf && mediaType === MEDIA_TYPES.pdf)) {
    const text = refusal(pictures, takesPdf);
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
