import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveViewer } from '../apps/server/src/platform/video-hub.ts';
import type { LiveCamera } from '../apps/server/src/video/live-camera.ts';
import { type BenchRow, row } from './track.ts';
import { openHub, startCameras } from './video-streams.ts';

/** Cameras at once, so that the time on the processor is long enough to be measured. */
const CAMERAS = 60;
const STREAM = { kbps: 1000, fps: 15 } as const;
const VIEWERS = 50;
const CPU_LIMIT = 1.5;
const MEASURED_S = 8;
const WARM_UP_S = 2;

class Viewer implements LiveViewer {
  pictures = 0;
  init(): void {}
  state(): void {}
  fragment(): void {
    this.pictures += 1;
  }
  backlogBytes(): number {
    return 0;
  }
}

/** Time on the processor of so many viewers a camera, s for each second. */
async function load(cameras: readonly LiveCamera[], viewers: number) {
  const all = cameras.flatMap((camera) =>
    Array.from({ length: viewers }, () => {
      const viewer = new Viewer();
      return { viewer, watch: camera.watch(viewer) };
    }),
  );
  await sleep(WARM_UP_S * 1000);
  const before = process.cpuUsage();
  await sleep(MEASURED_S * 1000);
  const { user, system } = process.cpuUsage(before);
  const remuxes = Math.max(...cameras.map((camera) => camera.stats().remuxes));
  const least = Math.min(...all.map(({ viewer }) => viewer.pictures));
  if (least < MEASURED_S * STREAM.fps) throw new Error(`a viewer got ${least} pictures only`);
  for (const { watch } of all) watch.close();
  return { cpu: (user + system) / 1e6 / MEASURED_S, remuxes };
}

/**
 * One viewer of each camera, then fifty: packets, remux and handing over to each viewer, without what
 * the system takes to send fifty times as many bytes.
 */
export async function benchVideoFanOut(): Promise<BenchRow[]> {
  const hub = await openHub();
  const cameras = Array.from({ length: CAMERAS }, (_, n) => hub.camera(n + 1));
  const child = startCameras(hub.port, CAMERAS, STREAM);
  try {
    const one = await load(cameras, 1);
    const many = await load(cameras, VIEWERS);
    console.error(
      `${CAMERAS} cameras: ${(one.cpu * 100).toFixed(1)} % of a core for one viewer each, ${(many.cpu * 100).toFixed(1)} % for ${VIEWERS}`,
    );
    return [
      row('1 → 50 viewers of a camera: remuxes', many.remuxes, 'remux', 1),
      row('1 → 50 viewers of a camera: CPU', many.cpu / one.cpu, 'times', CPU_LIMIT),
    ];
  } finally {
    child.disconnect();
    for (const camera of cameras) camera.stop();
    await hub.close();
  }
}
