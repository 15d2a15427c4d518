import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerClipRoutes } from './clips/video-recorded-clips.routes.ts';
import { ClipRulesService } from './clips/video-recorded-clips.service.ts';
import { ClipRequester } from './clips/video-recorded-clips-requester.ts';
import { Fetcher, type FetchPace } from './fetching/video-recorded-fetching-fetcher.ts';
import { keepDeviceMedia } from './media/video-recorded-media-keeper.ts';
import { registerBurnInJob } from './overlay/burn-in.ts';
import { registerOverlayRoutes } from './overlay/video-recorded-overlay.routes.ts';
import { OverlayService } from './overlay/video-recorded-overlay.service.ts';
import { registerRecordingRoutes } from './recordings/video-recorded-recordings.routes.ts';
import { RecordingsService } from './recordings/video-recorded-recordings.service.ts';
import { registerRequestRoutes } from './requests/video-recorded-requests.routes.ts';
import { RequestsService } from './requests/video-recorded-requests.service.ts';
import { registerShareRoutes } from './shares/video-recorded-shares.routes.ts';
import { SharesService } from './shares/video-recorded-shares.service.ts';
import { registerStorageRoutes } from './storage/video-recorded-storage.routes.ts';
import { StorageService } from './storage/video-recorded-storage.service.ts';
import { registerRetentionJobs } from './storage/video-recorded-storage-retention.ts';
import { THUMBNAIL_PURPOSE } from './thumbnails/video-recorded-thumbnails-make.ts';
import { registerUploadRoutes } from './uploads/video-recorded-uploads.routes.ts';
import { UploadsService } from './uploads/video-recorded-uploads.service.ts';
import { registerViewRoutes } from './views/video-recorded-views.routes.ts';
import { ViewsService } from './views/video-recorded-views.service.ts';
import {
  ThumbnailKeeper,
  VIDEO_PURPOSE,
  VideoFileOwner,
} from './views/video-recorded-views-keeper.ts';

export { type TrailPoint, trailOfStretch } from './overlay/video-recorded-overlay-trail.ts';
export {
  setVideoRetention,
  videoKeptDays,
  videoSettings,
} from './storage/video-recorded-storage.repository.ts';
export { insertView } from './views/video-recorded-views.repository.ts';

/** Registers recorded video and the viewing log (area F). */
export function registerVideoRecorded(app: FastifyInstance, services: Services): void {
  const { db, files } = services;
  files.keptBy(VIDEO_PURPOSE, new VideoFileOwner(services));
  files.keptBy(THUMBNAIL_PURPOSE, new ThumbnailKeeper(services));
  const requests = new RequestsService(services);
  registerRecordingRoutes(app, new RecordingsService(services));
  registerRequestRoutes(app, requests);
  registerOverlayRoutes(app, new OverlayService(services, requests));
  registerShareRoutes(app, new SharesService(services));
  registerViewRoutes(app, new ViewsService(db));
  registerClipRoutes(app, new ClipRulesService(db));
  registerStorageRoutes(app, new StorageService(db));
  registerUploadRoutes(app, new UploadsService(services));
}

/** Declares the jobs of recorded video. Call before `jobs.start`. */
export function registerVideoRecordedJobs(services: Services): void {
  registerRetentionJobs(services);
  registerBurnInJob(services);
}

/**
 * Requests the clips that the clip rules want; for the worker role, which derives events.
 *
 * @returns a function that stops it
 */
export function startClips(services: Services): () => void {
  const requester = new ClipRequester(services);
  return services.bus.subscribe('events.derived', ({ events }) => void requester.handle(events));
}

/** Stores media that devices send unasked; for the process that runs the gateway. */
export function keepMediaOfDevices(services: Services): void {
  services.deviceMedia.keepWith((item) => keepDeviceMedia(services, item));
}

/**
 * Fetches requested video; for the api role, which has the sources.
 *
 * @returns a function that stops it
 */
export function startFetching(
  services: Services,
  pace: Partial<FetchPace> = {},
): () => Promise<void> {
  const fetcher = new Fetcher(services, pace);
  fetcher.start();
  return () => fetcher.stop();
}
