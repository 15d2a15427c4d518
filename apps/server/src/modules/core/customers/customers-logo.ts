import { LOGO_LIMIT_BYTES } from '@roadworthy/contract';
import sharp from 'sharp';
import { type ErrorMessage, wrongField } from '../../../platform/errors.ts';
import { type FileRow, type Files, MEDIA_TYPES } from '../../../platform/files/index.ts';

const PURPOSE = 'customer-logo';
/** Large enough for a report and for a screen with twice the pixel density. */
const MAX_WIDTH_PX = 600;
const MAX_HEIGHT_PX = 200;
const MAX_PIXELS = 25_000_000;
const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

function refused(text: ErrorMessage) {
  return wrongField('logo', text);
}

/** The URL of a logo. */
export const logoAddress = (fileId: string) => `/api/logos/${fileId}/`;

/** Denies access to logos by the general file URL: logos have their own. */
export function keepLogos(files: Files): void {
  files.keptBy(PURPOSE, { mayRead: async () => false });
}

/**
 * Stores an image as a logo, re-encoded as a small PNG so that only its pixels are kept.
 *
 * @param dataUrl of a JPEG, PNG or WebP
 * @throws HttpError 400 on the field `logo` if it is not such an image
 */
export async function storedLogo(
  files: Files,
  customerId: number,
  dataUrl: string,
): Promise<FileRow> {
  const base64 = DATA_URL.exec(dataUrl)?.[1];
  if (base64 === undefined) throw refused('customer.logo_type');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_LIMIT_BYTES) throw refused('customer.logo_size');
  const picture = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({
      width: MAX_WIDTH_PX,
      height: MAX_HEIGHT_PX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .png()
    .toBuffer()
    .catch(() => {
      throw refused('validation.picture_unreadable');
    });
  return files.put(picture, {
    customerId,
    purpose: PURPOSE,
    name: 'logo.png',
    maxBytes: LOGO_LIMIT_BYTES,
    accept: [MEDIA_TYPES.png],
  });
}
