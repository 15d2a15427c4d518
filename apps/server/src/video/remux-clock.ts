/** Pictures further apart than this by their stamps are no neighbours: the camera's clock was set. */
const LONGEST_GAP_MS = 10_000;
/** A step back is a clock that was set; a small one is two stamps in the wrong order. */
const SMALL_STEP_BACK_MS = 1000;
/** 15 pictures a second, until the stamps tell better. */
const FIRST_GAP_MS = 67;
const SHORTEST_GAP_MS = 1;

/** The time between neighbouring pictures by their stamps, whatever the camera's clock does. */
export class GapClock {
  #lastMs: number | null = null;
  #typicalMs = FIRST_GAP_MS;

  /** A picture's usual distance to the next, ms. */
  get typicalMs(): number {
    return this.#typicalMs;
  }

  /** ms since the picture before; 0 for the first. */
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

/** Where a picture stands on the player's time line. */
export interface Place {
  readonly timeMs: number;
  readonly durationMs: number;
}

const KEPT_GAPS = 16;
/** How much longer than the longest gap of late a picture is declared. */
const MARGIN = 1.5;
const DECLARED = { first: 500, least: 60, most: 1000 } as const;

/**
 * The time line of a live stream. A picture is sent before the next one tells how long it lasted, so
 * a duration is declared that is rather too long: Media Source Extensions take a next picture that
 * comes before the end, but throw away all up to the next key frame when one comes later than twice
 * the duration. Where the camera paused for longer than declared, the time line leaves out the rest,
 * so that it never has a hole.
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
