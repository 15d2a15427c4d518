import type { DeviceCommands } from '../../platform/device-commands/index.ts';
import type { VideoHub } from '../../platform/video-hub.ts';
import type { VideoSources } from '../../platform/video-sources.ts';
import type { FtpServer } from '../ftp/ftp-server.ts';
import { jt1078Source } from './jt1078.ts';
import { rtspSource } from './rtsp/source.ts';

export { chosenLive } from './chosen-live.ts';
export { Photographs } from './photographs.ts';
export { type RtspLiveParts, rtspLive } from './rtsp/live.ts';

/** Sources of recordings, by the kind of camera. Cameras with manual uploads have none. */
export const videoSources = (
  deviceCommands: DeviceCommands,
  hub: Pick<VideoHub, 'ports' | 'record'> & {
    readonly uploads: Pick<FtpServer, 'port' | 'expect'>;
    isWatched(trackerId: number): boolean;
  },
): VideoSources => ({
  jt1078: jt1078Source({
    deviceCommands,
    hub,
    uploads: { uploads: hub.uploads, isWatched: (trackerId) => hub.isWatched(trackerId) },
  }),
  rtsp: rtspSource,
});
