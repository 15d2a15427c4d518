import type { VideoSource } from '../../../platform/video-sources.ts';

/** Cameras that speak RTSP send what they see now: they have no memory that could be asked. */
export const rtspSource: VideoSource = {
  recordings: async () => ({ state: 'done', stretches: [] }),
  fetch: async () => ({ state: 'failed', reason: 'no-recording' }),
};
