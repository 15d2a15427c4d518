import { distanceM } from '../../../engines/leg.ts';

/** A position of a vehicle. */
export interface LivePlace {
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly headingDeg: number;
  readonly speedKmh: number;
}

/** Two positions further apart than this are a movement (requirement F-P05). */
const MOVED_M = 20;
/** Some minutes of a device that reports every second. */
const MAX_PLACES = 240;

/** The last positions of a vehicle. */
export class LiveTrail {
  #places: LivePlace[];

  /** @param places sorted by time */
  constructor(places: readonly LivePlace[]) {
    this.#places = places.slice(-MAX_PLACES);
  }

  add(place: LivePlace): void {
    this.#places.push(place);
    if (this.#places.length > MAX_PLACES) this.#places.shift();
  }

  get newest(): LivePlace | null {
    return this.#places.at(-1) ?? null;
  }

  /** The position nearest in time to a moment; null if none is known. */
  nearest(atMs: number): LivePlace | null {
    let best: LivePlace | null = null;
    for (const place of this.#places) {
      if (best === null || Math.abs(place.timeMs - atMs) <= Math.abs(best.timeMs - atMs))
        best = place;
    }
    return best;
  }

  /**
   * Whether the vehicle moves: speed above 0, or its last two positions are more than 20 m apart.
   */
  get isMoving(): boolean {
    const [before, last] = this.#places.slice(-2);
    if (before === undefined) return false;
    if ((last ?? before).speedKmh > 0) return true;
    return last !== undefined && distanceM(before, last) > MOVED_M;
  }
}
