import type { CameraStream } from '../platform/orders/index.ts';
import type { LiveSound, LiveState, LiveViewer } from '../platform/video-hub.ts';
import type { LiveRemux, RemuxedPicture } from './live-remux.ts';

/** A viewer's socket may be so far behind, in time and in bytes, before pictures are left out. */
const BEHIND = { seconds: 2, leastBytes: 256 * 1024, mostBytes: 4 * 1024 * 1024 } as const;
/** It goes on once it has caught up to this part of the bound. */
const CAUGHT_UP = 0.25;

/** One who watches. */
export interface Watching {
  readonly viewer: LiveViewer;
  stream: CameraStream;
  init: RemuxedPicture['init'] | null;
  /** Waits for its first picture, or was too slow. */
  isWaiting: boolean;
}

/**
 * Gives the pictures of one camera to all who watch it: the same bytes, whoever many they are. Who
 * cannot take them as fast as they come loses pictures, never memory, and goes on with the newest key
 * frame.
 */
export class FanOut {
  readonly #watching = new Set<Watching>();

  constructor(private readonly onDropped: () => void) {}

  get size(): number {
    return this.#watching.size;
  }

  /** The stream that is worth asking for: the large one when somebody looks at it alone. */
  get wanted(): CameraStream {
    for (const { stream } of this.#watching) if (stream === 'main') return 'main';
    return 'sub';
  }

  /** Adds a viewer, who gets the pictures since the newest key frame at once. */
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

  /** Passes the picture on that the remux made last. */
  picture({ init, fragment }: RemuxedPicture, remux: LiveRemux, bitRateKbps: number): void {
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

  #begin(watching: Watching, init: RemuxedPicture['init']): void {
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
