import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { registerBurnInJob } from './beside/burn-in.ts';
import { registerBesideRoutes } from './beside/routes.ts';
import { BesideService } from './beside/service.ts';
import { registerCameraRoutes } from './cameras/routes.ts';
import { CamerasService } from './cameras/service.ts';
import { ClipGiver } from './clips/giver.ts';
import { registerClipRoutes } from './clips/routes.ts';
import { ClipRulesService } from './clips/service.ts';
import { Fetcher, type FetchPace } from './fetching/fetcher.ts';
import { keepDeviceMedia } from './media/keeper.ts';
import { registerRecordingRoutes } from './recordings/routes.ts';
import { RecordingsService } from './recordings/service.ts';
import { registerRequestRoutes } from './requests/routes.ts';
import { RequestsService } from './requests/service.ts';
import { registerShareRoutes } from './shares/routes.ts';
import { SharesService } from './shares/service.ts';
import { registerStillRoutes } from './stills/routes.ts';
import { StillsService } from './stills/service.ts';
import { registerRetentionJobs } from './storage/retention.ts';
import { registerStorageRoutes } from './storage/routes.ts';
import { StorageService } from './storage/service.ts';
import { THUMBNAIL_PURPOSE } from './thumbnails/make.ts';
import { registerUploadRoutes } from './uploads/routes.ts';
import { UploadsService } from './uploads/service.ts';
import { ThumbnailKeeper, VIDEO_PURPOSE, VideoFileKeeper } from './views/keeper.ts';
import { registerViewRoutes } from './views/routes.ts';
import { ViewsService } from './views/service.ts';

export { keepVideoFor, videoKeptDays } from './storage/repository.ts';

/** Cameras, recorded video, and who saw it (area F). */
export function registerVideo(app: FastifyInstance, services: Services): void {
  const { db, files } = services;
  files.keptBy(VIDEO_PURPOSE, new VideoFileKeeper(services));
  files.keptBy(THUMBNAIL_PURPOSE, new ThumbnailKeeper(services));
  const requests = new RequestsService(services);
  registerCameraRoutes(app, new CamerasService(db));
  registerRecordingRoutes(app, new RecordingsService(services));
  registerRequestRoutes(app, requests);
  registerBesideRoutes(app, new BesideService(services, requests));
  registerShareRoutes(app, new SharesService(services));
  registerViewRoutes(app, new ViewsService(db));
  registerClipRoutes(app, new ClipRulesService(db));
  registerStorageRoutes(app, new StorageService(db));
  registerUploadRoutes(app, new UploadsService(services));
  registerStillRoutes(app, files, new StillsService(services));
}

/** Declares the jobs of video. Before `jobs.start`. */
export function registerVideoJobs(services: Services): void {
  registerRetentionJobs(services);
  registerBurnInJob(services);
}

/**
 * Asks for the clips that events want; where events are derived (the worker role).
 *
 * @returns the function that ends it
 */
export function startClips(services: Services): () => void {
  const giver = new ClipGiver(services);
  return services.bus.subscribe('events.derived', ({ events }) => void giver.take(events));
}

/** Keeps what devices send of themselves; where the gateway receives it. */
export function keepMediaOfDevices(services: Services): void {
  services.deviceMedia.keepWith((item) => keepDeviceMedia(services, item));
}

/**
 * Fetches requested stretches; where the sources are (the api role).
 *
 * @returns the function that ends it
 */
export function startFetching(
  services: Services,
  pace: Partial<FetchPace> = {},
): () => Promise<void> {
  const fetcher = new Fetcher(services, pace);
  fetcher.start();
  return () => fetcher.stop();
}
