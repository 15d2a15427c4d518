import sharp from 'sharp';
import { badRequest, type ErrorMessage } from '../errors.ts';

/** Phones make pictures of 50 megapixels; the sides of a sane one are far below these. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE_PX = 20_000;
const JPEG_QUALITY = 88;
const SMALL_QUALITY = 72;

/** The pictures that are taken, by their media type. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

// Nothing that was decoded is kept: the same picture does not come twice.
sharp.cache(false);

function refused(field: string, text: ErrorMessage) {
  return badRequest(text, { errors: { [field]: [text] } });
}

/**
 * Writes a picture anew: only its pixels go over, with the way it is turned. What else was in the
 * file (where it was taken, by which camera, anything hidden behind the picture) stays behind. It
 * flows through in strips, so that a large picture takes little memory.
 *
 * @param from path of a file whose content is of this type
 * @param to path that does not exist yet
 * @param field of the request, beside which the text stands
 * @throws HttpError 400 for a picture that is too large or broken
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
  // Optimised tables would need the whole picture in memory.
  else picture.jpeg({ quality: JPEG_QUALITY, optimizeCoding: false });
  await picture.toFile(to).catch(() => {
    throw refused(field, 'validation.picture_unreadable');
  });
}

/**
 * A small JPEG of a picture that fills a box; what stands out at the sides is cut off.
 *
 * @throws Error for what is no picture, or is too large
 */
export async function smallPicture(
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
 * Whether a picture shows nothing: every pixel is the same. What cannot be read is not blank; whoever
 * writes it anew says so.
 *
 * @param maxPixels a larger one is not looked at
 */
export async function isBlankPicture(path: string, maxPixels: number): Promise<boolean> {
  const stats = await sharp(path, { limitInputPixels: maxPixels })
    .stats()
    .catch(() => null);
  return stats?.channels.every(({ stdev }) => stdev === 0) === true;
}
