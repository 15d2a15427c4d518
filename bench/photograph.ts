import sharp from 'sharp';
import { storeFile } from '../apps/server/src/platform/files/index.ts';
import type { ApiServer } from './api-server.ts';

/** Stores a photograph of noise, 4 to 3. @returns its id */
export async function storePhotograph(
  { db, files }: ApiServer['services'],
  width: number,
): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const height = Math.round((width * 3) / 4);
  const picture = await sharp({
    create: { width, height, channels: 3, background: '#777777', noise },
  })
    .jpeg({ quality: 75 })
    .toBuffer();
  const file = await files.put(picture, {
    customerId: 1,
    purpose: 'records',
    name: 'photograph.jpg',
    maxBytes: picture.length,
    accept: ['image/jpeg'],
  });
  await db.asSystem((trx) => storeFile(trx, file));
  return file.id;
}
