import type { CameraStream } from '../platform/device-commands/index.ts';
import type { LiveSound, LiveState, LiveViewer } from '../platform/video-hub.ts';
import type { LiveRemux, RemuxedFrame } from './live-remux.ts';

/** Maximum backlog of a viewer's socket, in time and in bytes, before frames are skipped. */
const BEHIND = { seconds: 2, leastBytes: 256 * 1024, mostBytes: 4 * 1024 * 1024 } as const;
/** Sending resumes once the backlog has fallen to this fraction of the limit. */
const CAUGHT_UP = 0.25;

/** A viewer of the camera. */
export interface Watching {
  readonly viewer: LiveViewer;
  stream: CameraStream;
  init: RemuxedFrame['init'] | null;
  /** Waits for its first frame, or was too slow. */
  isWaiting: boolean;
}

/**
 * Distributes the frames of one camera to all viewers; all share one buffer. A viewer that is too
 * slow skips frames, without using more memory, and resumes at the newest key frame.
 */
export class FanOut {
  readonly #watching = new Set<Watching>();

  constructor(private readonly onDropped: () => void) {}

  get size(): number {
    return this.#watching.size;
  }

  /** The stream to request: the main stream if a viewer displays this camera alone. */
  get wanted(): CameraStream {
    for (const { stream } of this.#watching) if (stream === 'main') return 'main';
    return 'sub';
  }

  /** Adds a viewer, which receives the frames since the newest key frame at once. */
  add(viewer: LiveViewer, remux: LiveRemux | null): Watching {
    const watching: Watching = { viewer, stream: 'sub', init: null, isWaiting: true };
    this.#watching.add(watching);
    if (remux !== null) this.#resume(watching, remux);
    return watching;
  }

  remove(watching: Watching): boolean {
    return this.#watching.delete(watching);
  }

  state(state: LiveState): void {
    for (const { viewer } of this.#watching) viewer.state(state);
  }

  sound(sound: LiveSound): void {
    for (const { viewer, isWaiting } of this.#watching) if (!isWaiting) viewer.sound?.(sound);
  }

  /** Sends the newest frame of the remuxer to all viewers. */
  picture({ init, fragment }: RemuxedFrame, remux: LiveRemux, bitRateKbps: number): void {
    const bytesOfTime = (bitRateKbps / 8) * 1000 * BEHIND.seconds;
    const bound = Math.min(BEHIND.mostBytes, Math.max(BEHIND.leastBytes, bytesOfTime));
    for (const watching of this.#watching) {
      const backlog = watching.viewer.backlogBytes();
      if (watching.isWaiting) {
        if (backlog <= bound * CAUGHT_UP) this.#resume(watching, remux);
      } else if (backlog > bound) {
        watching.isWaiting = true;
        this.onDropped();
      } else {
        if (watching.init !== init) this.#begin(watching, init);
        watching.viewer.fragment(fragment);
      }
    }
  }

  #begin(watching: Watching, init: RemuxedFrame['init']): void {
    watching.init = init;
    watching.viewer.init(init);
  }

  #resume(watching: Watching, remux: LiveRemux): void {
    const { init, sinceKeyFrame } = remux;
    if (init === null || sinceKeyFrame.length === 0) return;
    if (watching.init !== init) this.#begin(watching, init);
    for (const fragment of sinceKeyFrame) watching.viewer.fragment(fragment);
    watching.isWaiting = false;
  }
}
