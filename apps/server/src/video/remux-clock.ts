/** Frames whose timestamps are further apart are not consecutive: the camera's clock was set. */
const LONGEST_GAP_MS = 10_000;
/**
 * A large step back means that the clock was set; a small one, that two timestamps are out of
 * order.
 */
const SMALL_STEP_BACK_MS = 1000;
/** 15 frames per second, until the timestamps give a better value. */
const FIRST_GAP_MS = 67;
const SHORTEST_GAP_MS = 1;

/** The time between consecutive frames by their timestamps, robust against clock changes. */
export class GapClock {
  #lastMs: number | null = null;
  #typicalMs = FIRST_GAP_MS;

  /** Typical interval between frames, ms. */
  get typicalMs(): number {
    return this.#typicalMs;
  }

  /** ms since the previous frame; 0 for the first. */
  step(deviceTimeMs: number): number {
    const last = this.#lastMs;
    this.#lastMs = deviceTimeMs;
    if (last === null) return 0;
    const gap = deviceTimeMs - last;
    if (!(gap <= LONGEST_GAP_MS && gap > -SMALL_STEP_BACK_MS)) return this.#typicalMs;
    const used = Math.max(SHORTEST_GAP_MS, Math.round(gap));
    this.#typicalMs = Math.max(SHORTEST_GAP_MS, Math.round((this.#typicalMs * 7 + used) / 8));
    return used;
  }
}

/** Time and duration of a frame on the player's time line. */
export interface Place {
  readonly timeMs: number;
  readonly durationMs: number;
}

const KEPT_GAPS = 16;
/** How much longer than the longest recent gap a frame is declared. */
const MARGIN = 1.5;
const DECLARED = { first: 500, least: 60, most: 1000 } as const;

/**
 * The time line of a live stream. A frame is sent before the next one reveals its duration, so the
 * declared duration is rather too long: Media Source Extensions accept a next frame before the end,
 * but discard everything up to the next key frame if one comes later than twice the duration. If
 * the camera paused for longer than declared, the time line omits the rest, so that it never has a
 * gap.
 */
export class LiveTimeline {
  readonly #gaps = new GapClock();
  readonly #recent: number[] = [];
  #place: Place | null = null;

  next(deviceTimeMs: number): Place {
    const gap = this.#gaps.step(deviceTimeMs);
    const before = this.#place;
    if (before === null) {
      this.#place = { timeMs: 0, durationMs: DECLARED.first };
      return this.#place;
    }
    this.#recent.push(gap);
    if (this.#recent.length > KEPT_GAPS) this.#recent.shift();
    const longest = Math.max(...this.#recent) * MARGIN;
    this.#place = {
      timeMs: before.timeMs + Math.min(gap, before.durationMs),
      durationMs: Math.round(Math.min(DECLARED.most, Math.max(DECLARED.least, longest))),
    };
    return this.#place;
  }
}
