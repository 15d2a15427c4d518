/** Without a device that sends, nothing tells that commits succeed again; so a failure ages. */
const FAILURE_COUNTS_MS = 60_000;

/** Whether what devices send is being stored (requirement RP-07). */
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
