const HOUR_MS = 3_600_000;
/** So many wrong ids for one registration within an hour are guesses, not slips. */
const MOST_MISSES = 5;
/** A flood of invented registrations must not fill the memory. */
const MOST_KEPT = 10_000;

/**
 * Ids of vehicles are short numbers, and a registration stands on the vehicle for all to read: after a
 * few wrong ids for a registration, none counts for an hour, not even the right one. The printed code
 * cannot be guessed and is not concerned.
 */
export class GuessGuard {
  readonly #misses = new Map<string, { count: number; untilMs: number }>();

  /** Whether ids still count for a registration. */
  mayTry(registration: string, nowMs: number): boolean {
    const known = this.#misses.get(registration);
    return known === undefined || known.untilMs <= nowMs || known.count < MOST_MISSES;
  }

  /** Remembers that an id was not the one of a registration. */
  missed(registration: string, nowMs: number): void {
    const known = this.#misses.get(registration);
    if (known !== undefined && known.untilMs > nowMs) known.count += 1;
    else {
      if (this.#misses.size >= MOST_KEPT) this.#misses.clear();
      this.#misses.set(registration, { count: 1, untilMs: nowMs + HOUR_MS });
    }
  }
}
