/** Messages that may follow each other at once after the stream was quiet. */
const BURST = 20;
const LONGEST_MS = 1000;

/**
 * The mean time between two messages under lasting load, ms: a tenth of a millisecond a vehicle. Each
 * message costs the server and the browser about the same whatever it carries, so fifty vehicles that
 * report once a second are sent one by one, and ten thousand once a second.
 */
function restMs(vehicleCount: number): number {
  return Math.min(LONGEST_MS, Math.max(1, vehicleCount / 10));
}

/** How many messages a stream may send: a burst after silence, a steady rate under load. */
export class SendBudget {
  #left = BURST;
  #countedMs = 0;

  /**
   * How long the next message has to wait, ms; 0 for not at all.
   *
   * @param nowMs any clock that never goes back
   */
  waitMs(nowMs: number, vehicleCount: number): number {
    const rest = restMs(vehicleCount);
    this.#left = Math.min(BURST, this.#left + Math.max(0, nowMs - this.#countedMs) / rest);
    this.#countedMs = nowMs;
    return this.#left >= 1 ? 0 : Math.ceil((1 - this.#left) * rest);
  }

  /** A message was sent. */
  spend(): void {
    this.#left -= 1;
  }
}
