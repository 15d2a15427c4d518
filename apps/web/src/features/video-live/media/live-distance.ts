/** Further behind than this, the player seeks instead of speeding up. */
const JUMP_BEHIND_S = 3;
/** The same at the start, when the frames since the last key frame arrive in a burst. */
const FRESH_JUMP_BEHIND_S = 0.3;
const FASTEST = 1.25;
const SLOWEST = 0.95;
/** Tolerance around the target. */
const TOLERANCE_S = 0.08;
/** Increase of the rate per second behind the target. */
const GAIN_PER_S = 0.5;
const RATE_STEP = 0.05;

/** The correction by the player: a rate, or a seek. */
export interface Correction {
  readonly rate: number;
  /** Null: no seek. */
  readonly jumpToS: number | null;
}

/**
 * Keeps the distance between the newest frame and the current one by the playback rate; seeks
 * if it is far behind, as after a tab was hidden.
 *
 * @param newestS end of what is buffered
 * @param shownS time of the current frame
 * @param wantedS the target distance
 * @param isFresh the stream has just started
 */
export function keepDistance(
  newestS: number,
  shownS: number,
  wantedS: number,
  isFresh = false,
): Correction {
  const excessS = newestS - shownS - wantedS;
  if (excessS > (isFresh ? FRESH_JUMP_BEHIND_S : JUMP_BEHIND_S))
    return { rate: 1, jumpToS: newestS - wantedS };
  if (excessS > TOLERANCE_S) {
    const faster = Math.ceil((excessS * GAIN_PER_S) / RATE_STEP) * RATE_STEP;
    return { rate: Math.min(FASTEST, 1 + faster), jumpToS: null };
  }
  return { rate: excessS < -TOLERANCE_S ? SLOWEST : 1, jumpToS: null };
}

const WINDOW_MS = 8000;
/** A stream counts as new for this long after its first frame. */
const FRESH_MS = 1000;
const LEAST_S = 0.15;
const MOST_S = 1.5;
/** Margin beyond the jitter: a browser decodes one or two frames ahead. */
const SPARE_S = 0.1;

/**
 * The target distance: as small as the jitter of the last seconds allows. A steady connection is
 * followed closely, one with jitter from further behind, so that playback does not stall.
 */
export class WantedDistance {
  #arrivals: { readonly atMs: number; readonly lagMs: number }[] = [];
  #beganMs: number | null = null;

  /**
   * Records the arrival of a frame.
   *
   * @param atMs arrival time of a monotonic clock
   * @param endMs end of the frame in stream time
   */
  arrived(atMs: number, endMs: number): void {
    this.#beganMs ??= atMs;
    const lagMs = atMs - endMs;
    // A stream starts with a burst of the frames since its last key frame, which is not jitter.
    if (this.isFresh(atMs) && this.#arrivals.some((one) => one.lagMs > lagMs)) this.#arrivals = [];
    this.#arrivals.push({ atMs, lagMs });
    const oldest = this.#arrivals.findIndex((one) => one.atMs >= atMs - WINDOW_MS);
    if (oldest > 0) this.#arrivals.splice(0, oldest);
  }

  /** Resets the state for another stream. */
  reset(): void {
    this.#arrivals = [];
    this.#beganMs = null;
  }

  /** Whether the stream has just started. */
  isFresh(atMs: number): boolean {
    return this.#beganMs === null || atMs - this.#beganMs < FRESH_MS;
  }

  /** Seconds. */
  get seconds(): number {
    if (this.#arrivals.length === 0) return LEAST_S + SPARE_S;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const { lagMs } of this.#arrivals) {
      least = Math.min(least, lagMs);
      most = Math.max(most, lagMs);
    }
    return Math.min(MOST_S, Math.max(LEAST_S, (most - least) / 1000 + SPARE_S));
  }
}
