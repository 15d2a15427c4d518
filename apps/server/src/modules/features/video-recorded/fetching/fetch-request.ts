import { rm } from 'node:fs/promises';
import { HttpError } from '../../../../platform/errors.ts';
import { isStoreFull, MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import { MAX_CLIP_BYTES, NotAVideo, probeMp4 } from '../../../../platform/mp4-facts.ts';
import type { Services } from '../../../../platform/services.ts';
import type { FetchOutcome, VideoSources } from '../../../../platform/video-sources.ts';
import { camerasOfVehicle, type VehicleCamera } from '../../cameras/index.ts';
import { trailOfStretch } from '../overlay/video-recorded-overlay-trail.ts';
import { quotaOf } from '../storage/video-recorded-storage-quota.ts';
import { makeThumbnail } from '../thumbnails/video-recorded-thumbnails-make.ts';
import { VIDEO_PURPOSE } from '../views/video-recorded-views-keeper.ts';
import {
  type Claimed,
  camerasHere,
  dropSentVideo,
  keepRequestFile,
  registrationOf,
} from './video-recorded-fetching.repository.ts';
import type { CameraResult } from './video-recorded-fetching-outcome.ts';

/** Cameras of one device that are fetched in parallel. */
const CAMERAS_AT_ONCE = 2;

export type FetchServices = Pick<Services, 'db' | 'files' | 'log'> & {
  readonly videoSources: VideoSources;
};

/** Callbacks for progress during a try. */
export interface TrySession {
  readonly signal: AbortSignal;
  /** 0 to 100, over all cameras. */
  onProgress(percent: number): void;
}

type Done = Extract<FetchOutcome, { state: 'done' }>;

const isStoreDown = (error: unknown) => error instanceof HttpError && error.statusCode === 503;

function fileName(registration: string, start: Date, camera: number): string {
  const stamp = start.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '');
  return `${registration} ${stamp} camera ${camera}.mp4`;
}

/** Stores a fetched MP4 and links it to the request. */
async function keepVideo(
  { db, files }: FetchServices,
  request: Claimed,
  camera: number,
  path: string,
  done: Done,
): Promise<void> {
  const facts = await probeMp4(path);
  const start = new Date(done.startMs);
  const registration = await db.asSystem((trx) => registrationOf(trx, request.vehicle_id));
  const file = await files.putFile(path, {
    customerId: request.customer_id,
    purpose: VIDEO_PURPOSE,
    name: fileName(registration, start, camera),
    maxBytes: MAX_CLIP_BYTES,
    accept: [MEDIA_TYPES.mp4],
  });
  try {
    const kept = await db.asSystem(async (trx) => {
      await storeFile(trx, file);
      await dropSentVideo(trx, request.id, camera);
      return keepRequestFile(trx, {
        customerId: request.customer_id,
        requestId: request.id,
        fileId: file.id,
        camera,
        kind: 'video',
        start,
        end: new Date(Math.max(done.endMs, done.startMs + 1)),
        widthPx: facts.widthPx,
        heightPx: facts.heightPx,
        codec: facts.codec,
      });
    });
    if (!kept) await files.discard([file]);
  } catch (error) {
    await files.discard([file]);
    throw error;
  }
}

/**
 * Fetches one camera. Stops when the disk is nearly full: nothing of it is stored, the device keeps
 * its recording, and the request is tried again later.
 */
async function fetchCamera(
  services: FetchServices,
  request: Claimed,
  camera: VehicleCamera,
  session: TrySession,
): Promise<CameraResult> {
  const source = services.videoSources[camera.source];
  if (source === undefined) return 'unsupported';
  const fromMs = request.started_at.getTime();
  let path: string | null = null;
  const space = services.files.space.watch('camera');
  try {
    path = await services.files.temporaryPath('camera');
    const outcome = await source.fetch(camera, {
      fromMs,
      toMs: fromMs + request.duration_s * 1000,
      path,
      onProgress: session.onProgress,
      signal: AbortSignal.any([session.signal, space.signal]),
    });
    if (space.signal.aborted) return 'disk-full';
    if (outcome.state === 'failed') return outcome.reason;
    await keepVideo(services, request, camera.channel, path, outcome);
    return 'here';
  } catch (error) {
    if (error instanceof NotAVideo) return 'bad-file';
    if (isStoreFull(error)) return 'disk-full';
    if (isStoreDown(error)) return 'store-down';
    if (error instanceof HttpError) return error.statusCode === 413 ? 'too-large' : 'bad-file';
    services.log.warn({ err: error, requestId: request.id }, 'could not fetch recorded video');
    return 'interrupted';
  } finally {
    space.stop();
    if (path !== null) await rm(path, { force: true });
  }
}

/**
 * Stores the trail with the clip, for when the positions are deleted. A missing trail is no error.
 */
async function storeTrail({ db, files, log }: FetchServices, request: Claimed): Promise<void> {
  const fromMs = request.started_at.getTime();
  const toMs = fromMs + request.duration_s * 1000;
  try {
    const points = await db.asSystem((trx) =>
      trailOfStretch(trx, request.vehicle_id, fromMs, toMs),
    );
    if (points.length === 0) return;
    const file = await files.put(Buffer.from(JSON.stringify(points)), {
      customerId: request.customer_id,
      purpose: VIDEO_PURPOSE,
      name: 'trail.json',
      maxBytes: MAX_CLIP_BYTES,
      accept: [],
      trustedType: MEDIA_TYPES.json,
    });
    const kept = await db.asSystem(async (trx) => {
      await storeFile(trx, file);
      return keepRequestFile(trx, {
        customerId: request.customer_id,
        requestId: request.id,
        fileId: file.id,
        camera: 0,
        kind: 'trail',
        start: request.started_at,
        end: new Date(toMs),
      });
    });
    if (!kept) await files.discard([file]);
  } catch (error) {
    log.warn({ err: error, requestId: request.id }, 'could not store the trail of a clip');
  }
}

/** The cameras of one device that are still to fetch, and the number of all cameras. */
async function camerasToDo({ db }: FetchServices, request: Claimed) {
  return db.asSystem(async (trx) => {
    const here = await camerasHere(trx, request.id);
    const known = await camerasOfVehicle(trx, request.vehicle_id);
    const { used, quota } = await quotaOf(trx, request.customer_id);
    const wanted = request.cameras.filter((channel) => !here.has(channel));
    return { here, known, wanted, isFull: used >= quota };
  });
}

/**
 * Fetches the missing cameras of a request; cameras from an earlier try are skipped.
 *
 * @returns the result of each camera; `quota-full` if nothing may be stored
 */
export async function fetchRequest(
  services: FetchServices,
  request: Claimed,
  session: TrySession,
): Promise<CameraResult[] | 'quota-full'> {
  const { here, known, wanted, isFull } = await camerasToDo(services, request);
  if (isFull && wanted.length > 0) return 'quota-full';
  const results: CameraResult[] = [...here].map(() => 'here');
  const percents = new Map<number, number>([...here].map((channel) => [channel, 100]));
  const total = here.size + wanted.length;
  const progress = (channel: number, percent: number) => {
    percents.set(channel, Math.min(100, Math.max(0, percent)));
    const sum = [...percents.values()].reduce((all, one) => all + one, 0);
    session.onProgress(Math.floor(sum / Math.max(1, total)));
  };
  const queue = [...wanted];
  const work = async () => {
    for (let channel = queue.shift(); channel !== undefined; channel = queue.shift()) {
      const camera = known.find((one) => one.channel === channel);
      // If the device is offline or busy for one camera, it is so for the others.
      const isOver = session.signal.aborted || results.includes('offline');
      if (isOver) results.push(session.signal.aborted ? 'interrupted' : 'offline');
      else if (camera === undefined) results.push('unsupported');
      else {
        const own = channel;
        const onProgress = (percent: number) => progress(own, percent);
        results.push(await fetchCamera(services, request, camera, { ...session, onProgress }));
      }
    }
  };
  await Promise.all(Array.from({ length: CAMERAS_AT_ONCE }, work));
  if (results.includes('here')) {
    await storeTrail(services, request);
    await makeThumbnail(services, request.id);
  }
  return results;
}
