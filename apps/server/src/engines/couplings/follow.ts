import { type Pair, type Run, runOf, type Sight, stepPair } from './together.ts';
import { type Moment, type Travel, travelOn } from './travel.ts';

/** How a coupling was found: by identities that a device reports, or by positions. */
export type FoundBy = 'device' | 'place';

/** A trailer that may be behind a vehicle. */
export interface Followed {
  readonly trailerId: number;
  readonly source: FoundBy;
  readonly pair: Pair;
}

/** What is known of a vehicle after its last record; stored as JSON between two passes. */
export interface FollowState {
  readonly travel: Travel | null;
  readonly pairs: readonly Followed[];
}

/** A run of a vehicle with a trailer. */
export interface Found extends Run {
  readonly trailerId: number;
  readonly source: FoundBy;
}

export const NOTHING_KNOWN: FollowState = { travel: null, pairs: [] };

/** A record and what it says of trailers. */
export interface Seen extends Moment {
  /** Trailers whose identities it reports. */
  readonly reported: readonly number[];
  /** Trailers with a tracker of their own, and how their place compares. */
  readonly beside: readonly (readonly [trailerId: number, sight: Sight])[];
}

/** Follows the trailers of one vehicle through its records, by time. */
export class Follower {
  readonly ended: Found[] = [];
  #travel: Travel | null;
  #pairs: Map<string, Followed>;

  constructor(state: FollowState = NOTHING_KNOWN) {
    this.#travel = state.travel;
    this.#pairs = new Map(state.pairs.map((one) => [`${one.source}${one.trailerId}`, one]));
  }

  add(record: Seen): void {
    const travel = travelOn(this.#travel, record);
    this.#travel = travel;
    const sights = new Map<string, readonly [number, FoundBy, Sight]>();
    for (const { source, trailerId } of this.#pairs.values()) {
      const sight = source === 'device' ? 'missing' : 'unknown';
      sights.set(`${source}${trailerId}`, [trailerId, source, sight]);
    }
    for (const id of record.reported) sights.set(`device${id}`, [id, 'device', 'seen']);
    for (const [id, sight] of record.beside) sights.set(`place${id}`, [id, 'place', sight]);
    for (const [key, [trailerId, source, sight]] of sights) {
      const step = stepPair(this.#pairs.get(key)?.pair ?? null, travel, record, sight);
      if (step.ended !== null) this.ended.push({ trailerId, source, ...step.ended });
      if (step.pair === null) this.#pairs.delete(key);
      else this.#pairs.set(key, { trailerId, source, pair: step.pair });
    }
  }

  /** The state after the last record. */
  get state(): FollowState {
    const pairs = [...this.#pairs.values()].sort(
      (one, other) => one.trailerId - other.trailerId || (one.source < other.source ? -1 : 1),
    );
    return pairs.length === 0 ? NOTHING_KNOWN : { travel: this.#travel, pairs };
  }

  /** The runs that last. */
  get open(): Found[] {
    return this.state.pairs.flatMap(({ pair, source, trailerId }) =>
      pair.isCoupled ? [{ trailerId, source, ...runOf(pair) }] : [],
    );
  }
}
