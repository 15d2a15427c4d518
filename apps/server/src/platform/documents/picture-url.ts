import sharp from 'sharp';

const JPEG_QUALITY = 78;

/**
 * A picture as a data URL that a PDF can hold: JPEG, upright, on white.
 *
 * @param sidePx its longer side at most
 * @throws where the bytes are no picture
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
