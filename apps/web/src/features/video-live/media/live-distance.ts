/** Further behind than this the picture jumps instead of running faster. */
const JUMP_BEHIND_S = 3;
/** The same at the start, when what came since the last key frame comes at once. */
const FRESH_JUMP_BEHIND_S = 0.3;
const FASTEST = 1.25;
const SLOWEST = 0.95;
/** Distances this near the wanted one are left alone. */
const TOLERANCE_S = 0.08;
/** How much faster for each second too far behind. */
const GAIN_PER_S = 0.5;
const RATE_STEP = 0.05;

/** What the player shall do to keep its distance: run at a rate, or jump. */
export interface Correction {
  readonly rate: number;
  /** Null: no jump. */
  readonly jumpToS: number | null;
}

/**
 * Keeps the distance between the newest picture and the one on screen by the rate of playing; jumps
 * where it is far behind, as after a tab was hidden.
 *
 * @param newestS end of what is buffered
 * @param shownS time of the picture on screen
 * @param wantedS the distance to keep
 * @param isFresh the stream has just begun
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
/** So long after its first picture a stream is new. */
const FRESH_MS = 1000;
const LEAST_S = 0.15;
const MOST_S = 1.5;
/** On top of what arrives unevenly: a browser decodes a picture or two ahead. */
const SPARE_S = 0.1;

/**
 * The distance worth keeping: as small as the unevenness of the last seconds allows. A steady link
 * is followed closely, an uneven one from further off, so that it does not stop and go.
 */
export class WantedDistance {
  #arrivals: { readonly atMs: number; readonly lagMs: number }[] = [];
  #beganMs: number | null = null;

  /**
   * A picture came.
   *
   * @param atMs when, by a clock that only runs forward
   * @param endMs end of the picture's time in the stream
   */
  arrived(atMs: number, endMs: number): void {
    this.#beganMs ??= atMs;
    const lagMs = atMs - endMs;
    // A stream begins with what came since its last key frame, at once: no unevenness of the link.
    if (this.isFresh(atMs) && this.#arrivals.some((one) => one.lagMs > lagMs)) this.#arrivals = [];
    this.#arrivals.push({ atMs, lagMs });
    const oldest = this.#arrivals.findIndex((one) => one.atMs >= atMs - WINDOW_MS);
    if (oldest > 0) this.#arrivals.splice(0, oldest);
  }

  /** Nothing that came before counts any more: another stream begins. */
  reset(): void {
    this.#arrivals = [];
    this.#beganMs = null;
  }

  /** Whether the stream has just begun. */
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
