import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { MEDIA_TYPES, smallImage, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { keepRequestFile } from '../fetching/video-recorded-fetching.repository.ts';
import { hasFfmpeg, runFfmpeg } from '../overlay/video-recorded-overlay-ffmpeg.ts';
import { type ThumbnailSource, thumbnailSources } from './video-recorded-thumbnails.repository.ts';

/** Purpose of thumbnail files; reading one is not logged as a viewing. */
export const THUMBNAIL_PURPOSE = 'video-thumbnail';
const WIDTH_PX = 320;
const HEIGHT_PX = 180;
const MAX_BYTES = 64 * 1024;
const MAX_PHOTO_BYTES = 20 * 1024 * 1024;
const FFMPEG_LIMIT_MS = 20_000;

type ThumbnailServices = Pick<Services, 'db' | 'files' | 'log'>;

/** The first key frame of a video as a PNG. */
async function firstFrame(
  files: Services['files'],
  source: Pick<ThumbnailSource, 'key'>,
): Promise<Buffer> {
  const folder = await files.temporaryPath('camera');
  await mkdir(folder, { mode: 0o700 });
  try {
    await pipeline(await files.read(source), createWriteStream(join(folder, 'in.mp4')));
    const args = ['-skip_frame', 'nokey', '-i', 'in.mp4', '-frames:v', '1', 'frame.png'];
    await runFfmpeg(args, folder, FFMPEG_LIMIT_MS);
    return await readFile(join(folder, 'frame.png'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keepThumbnail(
  { db, files }: ThumbnailServices,
  requestId: string,
  source: ThumbnailSource,
): Promise<void> {
  const image =
    source.kind === 'picture'
      ? await buffer(await files.read(source))
      : await firstFrame(files, source);
  const stamp = source.clip_started_at.toISOString().slice(0, 19).replace('T', ' ');
  const file = await files.put(await smallImage(image, WIDTH_PX, HEIGHT_PX), {
    customerId: source.customer_id,
    purpose: THUMBNAIL_PURPOSE,
    name: `${source.registration} ${stamp.replaceAll(':', '')} thumbnail.jpg`,
    maxBytes: MAX_BYTES,
    accept: [MEDIA_TYPES.jpeg],
  });
  const kept = await db
    .asSystem(async (trx) => {
      await storeFile(trx, file);
      return keepRequestFile(trx, {
        customerId: source.customer_id,
        requestId,
        fileId: file.id,
        camera: source.camera,
        kind: 'thumbnail',
        start: source.started_at,
        end: source.ended_at,
        widthPx: WIDTH_PX,
        heightPx: HEIGHT_PX,
      });
    })
    .catch(async (error) => {
      await files.discard([file]);
      throw error;
    });
  if (!kept) await files.discard([file]);
}

/**
 * Makes the thumbnail of a clip from its first photo, else from the first key frame of its video if
 * ffmpeg is installed. Does nothing if the clip has one. A clip without a thumbnail is complete, so
 * this never throws; lists show a placeholder.
 */
export async function makeThumbnail(services: ThumbnailServices, requestId: string): Promise<void> {
  const { db, log } = services;
  try {
    const kinds = (await hasFfmpeg()) ? (['picture', 'video'] as const) : (['picture'] as const);
    const sources = await db.asSystem((trx) =>
      thumbnailSources(trx, requestId, kinds, MAX_PHOTO_BYTES),
    );
    for (const source of sources) {
      try {
        await keepThumbnail(services, requestId, source);
        return;
      } catch (error) {
        log.debug({ err: error, requestId }, 'could not make a thumbnail');
      }
    }
  } catch (error) {
    log.warn({ err: error, requestId }, 'could not make the thumbnail of a clip');
  }
}
