import type { Viewer } from '../../../platform/auth/index.ts';
import type { LiveMode } from '../../../platform/db/video-tables.ts';
import type {
  CameraChannel,
  LiveState,
  LiveViewer,
  LiveWatch,
  VideoHub,
} from '../../../platform/video-hub.ts';
import type { EndReason } from './video-live.repository.ts';
import type { LiveTrail } from './video-live-trail.ts';

/** A camera of a session: its number for people, and where its pictures come from. */
export interface SessionCamera extends CameraChannel {
  readonly name: string;
}

/** What is known of a session from its beginning. */
export interface SessionFacts {
  readonly id: number;
  readonly viewer: Viewer;
  readonly vehicleId: number;
  readonly liveMode: LiveMode;
  readonly cameras: readonly SessionCamera[];
  readonly endsAtMs: number;
  readonly trail: LiveTrail;
}

/** Without a poll for so long, cameras are let go (polls come every 800 ms, or every 10 s). */
const HELD_MS = 30_000;
/** A session that nobody looks at any more ends by itself. */
const UNUSED_MS = 60_000;

/** Someone who only wants the cameras to send: pictures and pieces are fetched from the hub. */
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
 * One person who watches one vehicle live, in whatever way. It holds the cameras for those who poll,
 * and knows whoever else takes its pictures, to end them all at once.
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

  /** Those who take its pictures: sockets and streams. */
  get readers(): number {
    return this.#endings.size;
  }

  camera(number: number): SessionCamera | undefined {
    return this.facts.cameras.find(({ channel }) => channel === number);
  }

  /** Has the cameras send for a while longer. */
  hold(nowMs: number): void {
    if (this.#isOver) return;
    this.#polledAtMs = nowMs;
    for (const camera of this.facts.cameras) {
      if (this.#held.has(camera.channel)) continue;
      const holder = new Holder();
      this.#held.set(camera.channel, { holder, watch: this.hub.watch(camera, holder) });
    }
  }

  /** Watches a camera until the session ends, or before. */
  watch(camera: SessionCamera, viewer: LiveViewer): LiveWatch {
    return this.hub.watch(camera, viewer);
  }

  /** Calls back once when the session ends. Returns what forgets it. */
  onEnd(ended: (reason: EndReason) => void): () => void {
    this.#endings.add(ended);
    return () => {
      this.#endings.delete(ended);
      this.#usedAtMs = Date.now();
    };
  }

  /** Lets cameras go that nobody polls; says whether the session is used at all. */
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
