import sharp from 'sharp';
import { badRequest, type ErrorMessage } from '../errors.ts';

/** Phones take photos of 50 megapixels; the sides of a valid image are far below these limits. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE_PX = 20_000;
const JPEG_QUALITY = 88;
const SMALL_QUALITY = 72;

/** Accepted image types. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

// No cache of decoded images: the same image is rarely read twice.
sharp.cache(false);

function refused(field: string, text: ErrorMessage) {
  return badRequest(text, { errors: { [field]: [text] } });
}

/**
 * Re-encodes an image: only its pixels are copied, with their orientation. Metadata (location, camera,
 * data hidden after the image) is dropped. Images are
 * processed in strips, so that a large one takes little memory.
 *
 * @param from path of a file whose content is of this type
 * @param to path that does not exist yet
 * @param field of the request, for the validation error
 * @throws HttpError 400 for an image that is too large or broken
 */
export async function rewritePicture(
  from: string,
  to: string,
  type: PictureType,
  field: string,
): Promise<void> {
  const input = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const;
  const { width, height, orientation } = await sharp(from, { ...input, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused(field, 'validation.picture_unreadable');
    });
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX || width * height > MAX_PIXELS) {
    throw refused(field, 'validation.picture_too_many_pixels');
  }
  const picture = sharp(from, input);
  if (orientation !== undefined && orientation > 1) {
    picture.withExif({ IFD0: { Orientation: String(orientation) } });
  }
  if (type === 'image/png') picture.png({ compressionLevel: 6 });
  else if (type === 'image/webp') picture.webp({ quality: JPEG_QUALITY });
  // Optimised tables would need the whole image in memory.
  else picture.jpeg({ quality: JPEG_QUALITY, optimizeCoding: false });
  await picture.toFile(to).catch(() => {
    throw refused(field, 'validation.picture_unreadable');
  });
}

/**
 * A small JPEG of an image that fills a box; the excess at the sides is cropped.
 *
 * @throws Error if it is not an image, or is too large
 */
export async function smallImage(
  picture: Buffer,
  widthPx: number,
  heightPx: number,
): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(widthPx, heightPx, { fit: 'cover' })
    .jpeg({ quality: SMALL_QUALITY })
    .toBuffer();
}

/**
 * Whether all pixels of an image are the same. An unreadable image does not count as blank; its
 * re-encoding reports the error.
 *
 * @param maxPixels larger images are not checked
 */
export async function isBlankPicture(path: string, maxPixels: number): Promise<boolean> {
  const stats = await sharp(path, { limitInputPixels: maxPixels })
    .stats()
    .catch(() => null);
  return stats?.channels.every(({ stdev }) => stdev === 0) === true;
}
