import type { VideoSource } from '../../../platform/video-sources.ts';

/** RTSP cameras send live video only: they have no accessible storage. */
export const rtspSource: VideoSource = {
  recordings: async () => ({ state: 'done', stretches: [] }),
  fetch: async () => ({ state: 'failed', reason: 'no-recording' }),
};
