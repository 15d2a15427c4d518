import { InternalError } from '@roadworthy/domain';
import type { Services } from '../platform/services.ts';
import type { CameraChannel, LiveChunk, LiveViewer, VideoHub } from '../platform/video-hub.ts';
import { CameraNetworks } from './allowed-networks.ts';
import { FtpServer } from './ftp/ftp-server.ts';
import { type Jt1078LiveParts, jt1078Live } from './jt1078/live-feed.ts';
import { type MediaLimits, MediaListener } from './jt1078/media-listener.ts';
import { Upstreams } from './jt1078/upstreams.ts';
import { LIVE_PACE, LiveCamera, type LivePace } from './live-camera.ts';
import type { LiveSource } from './live-source.ts';
import { videoMetrics } from './metrics.ts';
import { Recording } from './recording.ts';
import { cameraSource, trackerNumber, trackersWithNumber } from './repository.ts';
import { SnapshotEncoder } from './snapshot-encoder.ts';
import { chosenLive, Photographs, type RtspLiveParts, rtspLive } from './sources/index.ts';

const NO_CHUNKS: readonly LiveChunk[] = [];

export type HubServices = Pick<
  Services,
  'config' | 'db' | 'bus' | 'log' | 'metrics' | 'deviceCommands'
>;

export interface HubOptions {
  readonly pace?: Partial<LivePace>;
  readonly limits?: Partial<MediaLimits>;
  readonly pictures?: SnapshotEncoder;
}

/** The hub of a process, including the methods for its owner. */
export interface RunningHub extends VideoHub {
  /** The FTP server for whole files. */
  readonly uploads: Pick<FtpServer, 'port' | 'expect'>;
  /** Whether a camera of this device is being watched in this process. */
  isWatched(trackerId: number): boolean;
  /**
   * Opens the ports that the process's roles need: `api` for live video, `api` and `worker` for
   * recordings.
   *
   * @throws if a port is in use
   */
  listen(): Promise<void>;
  /** True when cameras can connect; otherwise a description of the problem. */
  health(): true | string;
  close(): Promise<void>;
}

const keyOf = ({ trackerId, channel }: CameraChannel): string => `${trackerId} ${channel}`;

/** The cameras that are watched in this process. */
class Cameras {
  readonly #cameras = new Map<string, { readonly trackerId: number; readonly live: LiveCamera }>();

  constructor(private readonly make: (camera: CameraChannel, onIdle: () => void) => LiveCamera) {}

  get size(): number {
    return this.#cameras.size;
  }

  get viewers(): number {
    let viewers = 0;
    for (const { live } of this.#cameras.values()) viewers += live.viewers;
    return viewers;
  }

  isWatched(trackerId: number): boolean {
    return [...this.#cameras.values()].some(
      (one) => one.trackerId === trackerId && one.live.viewers > 0,
    );
  }

  find(camera: CameraChannel): LiveCamera | undefined {
    return this.#cameras.get(keyOf(camera))?.live;
  }

  open(camera: CameraChannel): LiveCamera {
    const known = this.find(camera);
    if (known !== undefined) return known;
    const key = keyOf(camera);
    const live = this.make(camera, () => {
      if (this.#cameras.get(key)?.live === live) this.#cameras.delete(key);
    });
    this.#cameras.set(key, { trackerId: camera.trackerId, live });
    return live;
  }

  deviceConnected(trackerId: number): void {
    for (const camera of this.#cameras.values()) {
      if (camera.trackerId === trackerId) camera.live.deviceConnected();
    }
  }

  close(): void {
    for (const { live } of [...this.#cameras.values()]) live.stop();
  }
}

/** Live video sources; cameras without an entry are reached through their tracker. */
function liveSource(
  { config, db }: HubServices,
  jt1078: Jt1078LiveParts,
  onRefused: RtspLiveParts['onRefused'],
): LiveSource {
  const entered = (camera: CameraChannel) => cameraSource(db, camera);
  const rtsp = {
    networks: config.video.rtspNetworks,
    addressOf: async (camera: CameraChannel) => (await entered(camera))?.address ?? null,
    onRefused,
  };
  const kindOf = async (camera: CameraChannel) => {
    const source = (await entered(camera))?.source ?? 'jt1078';
    return source === 'upload' ? null : source;
  };
  return chosenLive(kindOf, { jt1078: jt1078Live(jt1078), rtsp: rtspLive(rtsp) });
}

/**
 * Creates the camera hub of a process: two ports that cameras send to, one for live video and one
 * for playback, and the cameras that are watched. It listens after `listen()`.
 */
export function createVideoHub(services: HubServices, options: HubOptions = {}): RunningHub {
  const { config, db, bus, log, deviceCommands } = services;
  const [liveUpstreams, playbacks] = [new Upstreams(), new Upstreams()];
  const pictures = options.pictures ?? new SnapshotEncoder();
  const pace = { ...LIVE_PACE, ...options.pace };
  const networks = new CameraNetworks(config.gateway, db);
  const metrics = videoMetrics(services.metrics, {
    cameras: () => cameras.size,
    viewers: () => cameras.viewers,
    links: () => mediaListeners.reduce((sum, { connections }) => sum + connections, 0),
  });
  const listener = (port: number, upstreams: Upstreams) =>
    new MediaListener({
      host: config.gateway.host,
      port,
      upstreams,
      trackersOf: (number) => trackersWithNumber(db, number),
      networks,
      metrics,
      log,
      limits: options.limits ?? {},
    });
  const live = listener(config.video.livePort, liveUpstreams);
  const playback = listener(config.video.playbackPort, playbacks);
  const uploads = new FtpServer({
    listenHost: config.gateway.host,
    port: config.video.uploadPort,
    dataPorts: config.video.uploadDataPorts,
    publicHost: config.video.host,
    networks,
    bus,
    log,
    count: (end) => metrics.uploads.inc({ end }),
  });
  const { roles } = config;
  const mediaListeners = [
    ...(roles.includes('api') ? [live] : []),
    ...(roles.includes('api') || roles.includes('worker') ? [playback] : []),
  ];
  const listeners = mediaListeners.length === 0 ? [] : [...mediaListeners, uploads];
  const numberOf = (trackerId: number) => trackerNumber(db, trackerId);
  const upstreams = liveUpstreams;
  const source = liveSource(
    services,
    { deviceCommands, upstreams, port: () => live.port, numberOf },
    ({ trackerId }, address) => networks.refusedCamera(trackerId, address),
  );
  const photographs = new Photographs(deviceCommands);
  const cameras = new Cameras(
    (camera, onIdle) =>
      new LiveCamera({ feed: (sink) => source(camera, sink), pictures, metrics, pace, onIdle }),
  );
  const unsubscribe = bus.subscribe('cameras.connected', ({ trackerId }) =>
    cameras.deviceConnected(trackerId),
  );
  return {
    uploads,
    isWatched: (trackerId) => cameras.isWatched(trackerId),
    get ports() {
      return { live: live.port, playback: playback.port };
    },
    watch: (camera: CameraChannel, viewer: LiveViewer) => cameras.open(camera).watch(viewer),
    newestStill: async (camera) => {
      const watched = cameras.find(camera);
      return (await watched?.picture()) ?? (watched && photographs.newest(camera)) ?? null;
    },
    chunks: (camera) => cameras.find(camera)?.chunks() ?? NO_CHUNKS,
    stats: (camera) => cameras.find(camera)?.stats() ?? null,
    record: async (camera, session) => {
      const found = numberOf(camera.trackerId);
      playbacks.announce(found);
      const number = await found;
      if (number === null) throw new InternalError('tracker.missing');
      if (playbacks.has(camera.trackerId, camera.channel)) {
        throw new InternalError('camera.already_recorded');
      }
      const recording = new Recording(session);
      const waiting = playbacks.expect({ ...camera, number, sink: recording });
      session.onWaiting?.();
      try {
        return await recording.result();
      } finally {
        waiting.cancel();
      }
    },
    listen: async () => {
      for (const one of listeners) await one.listen();
    },
    health: () =>
      listeners.every(({ isListening }) => isListening) ? true : 'a port does not listen',
    close: async () => {
      unsubscribe();
      cameras.close();
      await Promise.all(listeners.map((one) => one.close()));
      await networks.close();
    },
  };
}
