import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import { MAX_CLIP_BYTES, probeMp4 } from '../../../../platform/mp4-facts.ts';
import type { Services } from '../../../../platform/services.ts';
import { keepRequestFile } from '../fetching/video-recorded-fetching.repository.ts';
import { VIDEO_PURPOSE } from '../views/video-recorded-views-keeper.ts';
import { clipToBurn, endBurnIn } from './video-recorded-overlay.repository.ts';
import { runFfmpeg } from './video-recorded-overlay-ffmpeg.ts';
import { stampSubtitles } from './video-recorded-overlay-subtitles.ts';
import { trailOfStretch } from './video-recorded-overlay-trail.ts';

export const BURN_IN_JOB = 'video-burn-in';
export interface BurnInJob {
  readonly requestId: string;
}

/** Per camera: four of them must end before the job queue considers the job lost (15 minutes). */
const LIMIT_MS = 3 * 60_000;

type BurnInServices = Pick<Services, 'db' | 'files' | 'log'>;
type Found = NonNullable<Awaited<ReturnType<typeof clipToBurn>>>;

/** Makes and stores the copy of one camera. */
async function burnOne(
  { db, files }: BurnInServices,
  clip: Found['clip'],
  video: Found['videos'][number],
): Promise<void> {
  const folder = await files.temporaryPath();
  await mkdir(folder, { mode: 0o700 });
  try {
    const [startMs, endMs] = [video.started_at.getTime(), video.ended_at.getTime()];
    const points = await db.asSystem((trx) => trailOfStretch(trx, clip.vehicle_id, startMs, endMs));
    const { registration } = clip;
    await writeFile(
      join(folder, 'data.ass'),
      stampSubtitles({ registration, camera: video.camera, startMs, endMs }, points),
    );
    await pipeline(await files.read(video), createWriteStream(join(folder, 'in.mp4')));
    await runFfmpeg(
      [
        ...['-i', 'in.mp4', '-vf', 'ass=data.ass', '-c:v', 'libx264', '-preset', 'veryfast'],
        ...['-crf', '22', '-pix_fmt', 'yuv420p', '-c:a', 'copy', '-movflags', '+faststart'],
        ...['-threads', '1', 'out.mp4'],
      ],
      folder,
      LIMIT_MS,
    );
    const path = join(folder, 'out.mp4');
    const facts = await probeMp4(path);
    const file = await files.putFile(path, {
      customerId: clip.customer_id,
      purpose: VIDEO_PURPOSE,
      name: video.name.replace(/\.mp4$/, ' with data.mp4'),
      maxBytes: MAX_CLIP_BYTES,
      accept: [MEDIA_TYPES.mp4],
    });
    const kept = await db
      .asSystem(async (trx) => {
        await storeFile(trx, file);
        return keepRequestFile(trx, {
          customerId: clip.customer_id,
          requestId: clip.request_id,
          fileId: file.id,
          camera: video.camera,
          kind: 'burnt-in',
          start: video.started_at,
          end: video.ended_at,
          widthPx: facts.widthPx,
          heightPx: facts.heightPx,
          codec: facts.codec,
        });
      })
      .catch(async (error) => {
        await files.discard([file]);
        throw error;
      });
    if (!kept) await files.discard([file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the missing files of a burnt-in copy. Idempotent. */
export async function burnIn(services: BurnInServices, requestId: string): Promise<void> {
  const { db, log } = services;
  const found = await db.asSystem((trx) => clipToBurn(trx, requestId));
  if (found === undefined || found.clip.burnt_in !== 'making') return;
  try {
    for (const video of found.videos) await burnOne(services, found.clip, video);
    await db.asSystem((trx) => endBurnIn(trx, requestId, 'ready'));
  } catch (error) {
    log.warn({ err: error, requestId }, 'could not burn data into a clip');
    await db.asSystem((trx) => endBurnIn(trx, requestId, 'failed'));
  }
}

/** Declares the job. Call before `jobs.start`. */
export function registerBurnInJob(services: BurnInServices & Pick<Services, 'jobs'>): void {
  services.jobs.register<BurnInJob>(BURN_IN_JOB, ({ requestId }) => burnIn(services, requestId));
}
