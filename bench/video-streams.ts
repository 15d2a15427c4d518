import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DeviceCommands } from '../apps/server/src/platform/device-commands/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';
import type { LiveFragment, LiveViewer } from '../apps/server/src/platform/video-hub.ts';
import { ANY_NETWORK } from '../apps/server/src/video/allowed-networks.ts';
import { jt1078Live } from '../apps/server/src/video/jt1078/live-feed.ts';
import { MediaListener } from '../apps/server/src/video/jt1078/media-listener.ts';
import { Upstreams } from '../apps/server/src/video/jt1078/upstreams.ts';
import { LIVE_PACE, LiveCamera } from '../apps/server/src/video/live-camera.ts';
import { videoMetrics } from '../apps/server/src/video/metrics.ts';
import { SnapshotEncoder } from '../apps/server/src/video/snapshot-encoder.ts';
import type { BenchRow } from './track.ts';
import { atLeast } from './video-remux.ts';

const STREAMS = 240;
const LEAST_STREAMS = 200;
const STREAM = { kbps: 1000, fps: 15 } as const;
const MEASURED_S = 20;
const WARM_UP_S = 3;
/** A stream whose picture is passed on later than this after it was sent is behind. */
const BEHIND_MS = 1000;

/** Counts what it gets, and how late. */
class CountingViewer implements LiveViewer {
  pictures = 0;
  latestMs = 0;
  bytes = 0;
  /** Pictures count from then on. */
  constructor(private readonly fromMs: number) {}

  init(): void {}
  state(): void {}
  fragment({ deviceTimeMs, data }: LiveFragment): void {
    const nowMs = Date.now();
    this.bytes += data.length;
    if (nowMs < this.fromMs) return;
    this.pictures += 1;
    this.latestMs = Math.max(this.latestMs, nowMs - deviceTimeMs);
  }
  backlogBytes(): number {
    return 0;
  }
}

/** Commands succeed: the processes of the cameras connect by themselves. */
const ORDERS: DeviceCommands = {
  ask: async () => ({ state: 'done', result: null }) as never,
  serve: () => () => undefined,
  close: () => undefined,
};

/** The hub's listener and cameras, without a database: a camera's number is its place in the row. */
export async function openHub() {
  const metrics = videoMetrics(createMetrics(), {
    cameras: () => 0,
    viewers: () => 0,
    links: () => 0,
  });
  const upstreams = new Upstreams();
  const log = createLog('silent');
  const trackersOf = async () => [];
  const host = '127.0.0.1';
  const networks = ANY_NETWORK;
  const options = { host, port: 0, upstreams, trackersOf, networks, metrics, log };
  const listener = new MediaListener(options);
  await listener.listen();
  const pictures = new SnapshotEncoder();
  const source = jt1078Live({
    deviceCommands: ORDERS,
    upstreams,
    port: () => listener.port,
    numberOf: async (trackerId) => String(trackerId),
  });
  const camera = (trackerId: number) =>
    new LiveCamera({
      feed: (sink) => source({ trackerId, channel: 1 }, sink),
      pictures,
      metrics,
      pace: LIVE_PACE,
      onIdle: () => undefined,
    });
  return { port: listener.port, camera, close: () => listener.close() };
}

/** Starts so many cameras in a process of their own. */
export function startCameras(
  port: number,
  count: number,
  { kbps, fps }: { readonly kbps: number; readonly fps: number },
): ChildProcess {
  const path = fileURLToPath(new URL('video-cameras.js', import.meta.url));
  return fork(path, [port, count, kbps, fps].map(String), { execArgv: [] });
}

/**
 * Many cameras of 1 Mbit/s at once, each remuxed for a viewer of its own, in real time on this machine,
 * which also runs the cameras. A stream counts where none of its pictures was passed on late.
 */
export async function benchVideoStreams(): Promise<BenchRow[]> {
  const hub = await openHub();
  const fromMs = Date.now() + WARM_UP_S * 1000;
  const cameras = Array.from({ length: STREAMS }, (_, n) => {
    const live = hub.camera(n + 1);
    const viewer = new CountingViewer(fromMs);
    live.watch(viewer);
    return { live, viewer };
  });
  const child = startCameras(hub.port, STREAMS, STREAM);
  await sleep(WARM_UP_S * 1000);
  const before = process.cpuUsage();
  await sleep(MEASURED_S * 1000);
  const { user, system } = process.cpuUsage(before);
  child.disconnect();
  const expected = MEASURED_S * STREAM.fps;
  const inTime = cameras.filter(
    ({ viewer }) => viewer.latestMs <= BEHIND_MS && viewer.pictures >= expected * 0.98,
  );
  const latest = Math.max(...cameras.map(({ viewer }) => viewer.latestMs));
  const share = ((user + system) / 1e4 / MEASURED_S).toFixed(0);
  console.error(`${STREAMS} streams: ${share} % of a core, the latest picture ${latest} ms late`);
  for (const { live } of cameras) live.stop();
  await hub.close();
  const what = 'live streams of 1 Mbit/s remuxed at once, none behind';
  return [atLeast(what, inTime.length, 'streams', LEAST_STREAMS)];
}
