import sharp from 'sharp';

const JPEG_QUALITY = 78;

/**
 * An image as a data URL for a PDF: JPEG, upright, on white.
 *
 * @param sidePx maximum length of its longer side
 * @throws if the bytes are not an image
 */
export async function pictureUrl(bytes: Buffer, sidePx: number): Promise<string> {
  const jpeg = await sharp(bytes)
    .autoOrient()
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
