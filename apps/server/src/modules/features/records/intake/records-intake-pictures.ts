import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type FileRow, type Files, storeChecked } from '../../../../platform/files/index.ts';
import type { ReceivedFile } from '../../vehicle-file/index.ts';

/** Purpose under which this module stores files. */
export const PURPOSE = 'records';
/** Longest side of a photograph in a report, two to a row: 800 px are 230 pixels per inch. */
export const REPORT_SIDE_PX = 800;
const REPORT_QUALITY = 75;
const REPORT_MAX_BYTES = 4_000_000;
const SIGNATURE_NAME = 'signature';

/** A photograph in its original size and in the size for reports. */
export interface StoredPhoto {
  readonly file: FileRow;
  readonly report: FileRow;
  readonly caption: string;
}

const nameOf = (stem: string) => (mediaType: string) => `${stem}.${mediaType.split('/')[1]}`;

/**
 * Stores a photograph twice: re-encoded at full size as evidence, and reduced for reports, so that
 * a report with ten photographs renders fast. The caller inserts the file rows with the record.
 *
 * @throws HttpError 400 if the file is not an image
 */
export async function storePhoto(
  files: Files,
  received: Pick<ReceivedFile, 'path'>,
  customerId: number,
  caption: string,
  field = 'photos',
): Promise<StoredPhoto> {
  const file = await storeChecked(files, received.path, {
    customerId,
    purpose: PURPOSE,
    field,
    name: nameOf('photograph'),
    acceptsPdf: false,
  });
  try {
    const small = await reportPicture(received.path);
    const report = await files.put(small, {
      customerId,
      purpose: PURPOSE,
      name: 'photograph-small.jpg',
      maxBytes: REPORT_MAX_BYTES,
      accept: ['image/jpeg'],
    });
    return { file, report, caption };
  } catch (error) {
    await files.discard([file]);
    throw error;
  }
}

/**
 * Converts an image for reports: JPEG, upright, on white.
 *
 * @param picture bytes, or a local path
 */
export function reportPicture(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture)
    .autoOrient()
    .resize({
      width: REPORT_SIDE_PX,
      height: REPORT_SIDE_PX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: REPORT_QUALITY })
    .toBuffer();
}

/** Images of a request. */
export interface ReceivedPictures {
  readonly photos: readonly ReceivedFile[];
  readonly signature: ReceivedFile | null;
}

export interface StoredPhotos {
  readonly photos: readonly StoredPhoto[];
  readonly signature: FileRow | null;
}

/**
 * Stores all images of a record, or none.
 *
 * @param captions of the photographs, in the same order
 * @throws HttpError 400 on `photos` or `signature` if a file is not an image
 */
export async function storePictures(
  files: Files,
  { photos, signature }: ReceivedPictures,
  customerId: number,
  captions: readonly string[],
): Promise<StoredPhotos> {
  const stored: StoredPhoto[] = [];
  try {
    for (const [n, photo] of photos.entries()) {
      stored.push(await storePhoto(files, photo, customerId, captions[n] ?? ''));
    }
    const signed =
      signature === null
        ? null
        : await storeChecked(files, signature.path, {
            customerId,
            purpose: PURPOSE,
            field: 'signature',
            name: nameOf(SIGNATURE_NAME),
            pictures: ['image/png', 'image/jpeg'],
            acceptsPdf: false,
          });
    return { photos: stored, signature: signed };
  } catch (error) {
    await discardPictures(files, { photos: stored, signature: null });
    throw error;
  }
}

/** Deletes stored files that no row refers to. */
export async function discardPictures(files: Files, stored: StoredPhotos): Promise<void> {
  const all = stored.photos.flatMap(({ file, report }) => [file, report]);
  await files.discard(stored.signature === null ? all : [...all, stored.signature]);
}

/** Digest of a request's content; detects a request key that is reused for other content. */
export function digestOf(content: unknown, { photos, signature }: ReceivedPictures): Buffer {
  const pictures = [...photos, ...(signature === null ? [] : [signature])];
  const digests = pictures.map(({ sha256 }) => sha256.toString('hex'));
  return createHash('sha256')
    .update(JSON.stringify([content, digests]))
    .digest();
}
