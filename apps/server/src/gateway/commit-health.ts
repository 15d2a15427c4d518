/** If no device sends, a success cannot clear a failure, so a failure expires. */
const FAILURE_COUNTS_MS = 60_000;

/** Whether records from devices are being stored (requirement RP-07). */
export class CommitHealth {
  #failedMs: number | null = null;

  succeeded(): void {
    this.#failedMs = null;
  }

  failed(nowMs = Date.now()): void {
    this.#failedMs = nowMs;
  }

  /** Whether the last commit failed, within the last minute. */
  isFailing(nowMs = Date.now()): boolean {
    return this.#failedMs !== null && nowMs - this.#failedMs < FAILURE_COUNTS_MS;
  }
}
