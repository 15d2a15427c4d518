/** Burst: messages that may be sent at once after an idle period. */
const BURST = 20;
const LONGEST_MS = 1000;

/**
 * Mean interval between two messages under lasting load, ms: 0.1 ms per vehicle. A message costs
 * the server and the browser about the same whatever its size, so fifty vehicles that report each
 * second are sent one by one, and ten thousand in one message per second.
 */
function restMs(vehicleCount: number): number {
  return Math.min(LONGEST_MS, Math.max(1, vehicleCount / 10));
}

/** Limits the message rate of a stream: a burst when idle, a steady rate under load. */
export class SendBudget {
  #left = BURST;
  #countedMs = 0;

  /**
   * The delay before the next message, ms; 0 for none.
   *
   * @param nowMs any monotonic clock
   */
  waitMs(nowMs: number, vehicleCount: number): number {
    const rest = restMs(vehicleCount);
    this.#left = Math.min(BURST, this.#left + Math.max(0, nowMs - this.#countedMs) / rest);
    this.#countedMs = nowMs;
    return this.#left >= 1 ? 0 : Math.ceil((1 - this.#left) * rest);
  }

  /** Counts a sent message. */
  spend(): void {
    this.#left -= 1;
  }
}
