import type { Viewer } from '../../../platform/auth/index.ts';
import type { LiveMode } from '../../../platform/db/index.ts';
import type {
  CameraChannel,
  LiveState,
  LiveViewer,
  LiveWatch,
  VideoHub,
} from '../../../platform/video-hub.ts';
import type { EndReason } from './video-live.repository.ts';
import type { LiveTrail } from './video-live-trail.ts';

/** A camera of a session: its display number and its source. */
export interface SessionCamera extends CameraChannel {
  readonly name: string;
}

/** The fixed facts of a session. */
export interface SessionFacts {
  readonly id: number;
  readonly viewer: Viewer;
  readonly vehicleId: number;
  readonly liveMode: LiveMode;
  readonly cameras: readonly SessionCamera[];
  readonly endsAtMs: number;
  readonly trail: LiveTrail;
}

/** Cameras are released after this time without a poll (polls come every 800 ms or every 10 s). */
const HELD_MS = 30_000;
/** A session without viewers ends after this time. */
const UNUSED_MS = 60_000;

/** A viewer that only keeps the cameras sending: frames and segments are read from the hub. */
class Holder implements LiveViewer {
  current: LiveState = 'connecting';
  init(): void {}
  fragment(): void {}
  state(state: LiveState): void {
    this.current = state;
  }
  backlogBytes(): number {
    return 0;
  }
}

/**
 * One person who watches one vehicle live. It keeps the cameras sending for polling clients, and
 * tracks all other viewers of its video, so that it can end them together.
 */
export class LiveSession {
  readonly #held = new Map<number, { readonly holder: Holder; readonly watch: LiveWatch }>();
  readonly #endings = new Set<(reason: EndReason) => void>();
  #polledAtMs: number;
  #usedAtMs: number;
  #isOver = false;

  constructor(
    readonly facts: SessionFacts,
    private readonly hub: VideoHub,
  ) {
    this.#polledAtMs = Date.now();
    this.#usedAtMs = Date.now();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Viewers of its video: sockets and streams. */
  get readers(): number {
    return this.#endings.size;
  }

  camera(number: number): SessionCamera | undefined {
    return this.facts.cameras.find(({ channel }) => channel === number);
  }

  /** Keeps the cameras sending for a while longer. */
  hold(nowMs: number): void {
    if (this.#isOver) return;
    this.#polledAtMs = nowMs;
    for (const camera of this.facts.cameras) {
      if (this.#held.has(camera.channel)) continue;
      const holder = new Holder();
      this.#held.set(camera.channel, { holder, watch: this.hub.watch(camera, holder) });
    }
  }

  /** Watches a camera, at most until the session ends. */
  watch(camera: SessionCamera, viewer: LiveViewer): LiveWatch {
    return this.hub.watch(camera, viewer);
  }

  /** Calls back once when the session ends. Returns a function that removes the callback. */
  onEnd(ended: (reason: EndReason) => void): () => void {
    this.#endings.add(ended);
    return () => {
      this.#endings.delete(ended);
      this.#usedAtMs = Date.now();
    };
  }

  /** Releases cameras that are no longer polled; returns whether the session is in use. */
  sweep(nowMs: number): boolean {
    if (nowMs - this.#polledAtMs > HELD_MS) this.#letGo();
    const lastMs = Math.max(this.#polledAtMs, this.#usedAtMs);
    return this.#endings.size > 0 || nowMs - lastMs <= UNUSED_MS;
  }

  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#letGo();
    for (const ended of [...this.#endings]) ended(reason);
    this.#endings.clear();
  }

  #letGo(): void {
    for (const { watch } of this.#held.values()) watch.close();
    this.#held.clear();
  }
}
