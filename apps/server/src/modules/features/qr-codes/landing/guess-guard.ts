const HOUR_MS = 3_600_000;
/** Wrong ids for a registration within an hour, after which they count as guesses. */
const MAX_MISSES = 5;
/** Bounds the memory against a flood of invented registrations. */
const MAX_ENTRIES = 10_000;

/**
 * Stops guesses of vehicle ids. Ids are short numbers and registrations are public, so after a few
 * wrong ids for a registration, all ids are refused for an hour, even the right one. Printed codes
 * cannot be guessed and are exempt.
 */
export class GuessGuard {
  readonly #misses = new Map<string, { count: number; untilMs: number }>();

  /** Whether ids are still accepted for a registration. */
  mayTry(registration: string, nowMs: number): boolean {
    const known = this.#misses.get(registration);
    return known === undefined || known.untilMs <= nowMs || known.count < MAX_MISSES;
  }

  /** Records a wrong id for a registration. */
  recordMiss(registration: string, nowMs: number): void {
    const known = this.#misses.get(registration);
    if (known !== undefined && known.untilMs > nowMs) known.count += 1;
    else {
      if (this.#misses.size >= MAX_ENTRIES) this.#misses.clear();
      this.#misses.set(registration, { count: 1, untilMs: nowMs + HOUR_MS });
    }
  }
}
