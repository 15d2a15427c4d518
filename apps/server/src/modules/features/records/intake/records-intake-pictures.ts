import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type FileRow, type Files, storeChecked } from '../../../../platform/files/index.ts';
import type { ReceivedFile } from '../../vehicle-file/index.ts';

/** The purpose that files of this module are kept for. */
export const PURPOSE = 'records';
/** Two photographs stand beside each other in a report: so many pixels are 230 to the inch. */
export const REPORT_SIDE_PX = 800;
const REPORT_QUALITY = 75;
const REPORT_MAX_BYTES = 4_000_000;
/** A signature is a small drawing. */
const SIGNATURE_NAME = 'signature';

/** A photograph as it came, and as a report shows it. */
export interface StoredPicture {
  readonly file: FileRow;
  readonly report: FileRow;
  readonly caption: string;
}

const nameOf = (stem: string) => (mediaType: string) => `${stem}.${mediaType.split('/')[1]}`;

/**
 * Puts a photograph into the store twice: written anew as evidence, and once as small as reports need
 * it, so that a report of ten of them is made in no time. Rows are kept with the record.
 *
 * @throws HttpError 400 for what is no picture
 */
export async function storePicture(
  files: Files,
  received: Pick<ReceivedFile, 'path'>,
  customerId: number,
  caption: string,
  field = 'photos',
): Promise<StoredPicture> {
  const file = await storeChecked(files, received.path, {
    customerId,
    purpose: PURPOSE,
    field,
    name: nameOf('photograph'),
    takesPdf: false,
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
 * A picture as reports hold it: JPEG, upright, on white.
 *
 * @param picture bytes, or a path of this machine
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

/** What came with a record. */
export interface ReceivedPictures {
  readonly photos: readonly ReceivedFile[];
  readonly signature: ReceivedFile | null;
}

export interface StoredPictures {
  readonly photos: readonly StoredPicture[];
  readonly signature: FileRow | null;
}

/**
 * Puts all pictures of a record into the store, or none.
 *
 * @param captions of the photographs, in their order
 * @throws HttpError 400 beside `photos` or `signature` for what is no picture
 */
export async function storePictures(
  files: Files,
  { photos, signature }: ReceivedPictures,
  customerId: number,
  captions: readonly string[],
): Promise<StoredPictures> {
  const stored: StoredPicture[] = [];
  try {
    for (const [n, photo] of photos.entries()) {
      stored.push(await storePicture(files, photo, customerId, captions[n] ?? ''));
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
            takesPdf: false,
          });
    return { photos: stored, signature: signed };
  } catch (error) {
    await discardPictures(files, { photos: stored, signature: null });
    throw error;
  }
}

/** Takes back what was stored and never kept. */
export async function discardPictures(files: Files, stored: StoredPictures): Promise<void> {
  const all = stored.photos.flatMap(({ file, report }) => [file, report]);
  await files.discard(stored.signature === null ? all : [...all, stored.signature]);
}

/** All that a request says, so that another one of the same name is seen to be another. */
export function digestOf(said: unknown, { photos, signature }: ReceivedPictures): Buffer {
  const pictures = [...photos, ...(signature === null ? [] : [signature])];
  const digests = pictures.map(({ sha256 }) => sha256.toString('hex'));
  return createHash('sha256')
    .update(JSON.stringify([said, digests]))
    .digest();
}
