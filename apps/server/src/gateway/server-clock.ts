import type { InstallationWarningCode } from '@roadworthy/domain';
import type pg from 'pg';

/** A device counts for this long after its last fix. */
const HEARD_WITHIN_MS = 10 * 60_000;
/** Live records arrive late, never early, so a fix this far ahead means that a clock is wrong. */
const AHEAD_MS = 2 * 60_000;
/** Devices agree when they differ by no more than this. */
const AGREE_MS = 60_000;
const WITNESSES = 3;
const MAX_DEVICES = 200_000;
const COMPARE_EVERY_MS = 60_000;
const DATABASE_APART_MS = 30_000;

/** Whether most devices heard recently agree, by satellite time, that this server is behind. */
function isServerBehind(aheadMs: readonly number[]): boolean {
  const sorted = [...aheadMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (median <= AHEAD_MS) return false;
  const agreeing = sorted.filter((ms) => Math.abs(ms - median) <= AGREE_MS).length;
  return agreeing >= WITNESSES && agreeing * 2 > sorted.length;
}

type ServerClockFault = Extract<InstallationWarningCode, `clock_${string}`>;

const TEXTS: Readonly<Record<ServerClockFault, string>> = {
  clock_differs: 'the clocks of this server and of the database differ',
  clock_behind: 'the clock of this server is behind that of the devices',
};

/** Checks this server's clock against the satellite time of devices and against the database. */
export class ServerClock {
  /**
   * By tracker: how far its newest fix was ahead of this server, and its arrival (monotonic, ms).
   */
  readonly #heard = new Map<number, { readonly aheadMs: number; readonly atMs: number }>();
  readonly #timer: NodeJS.Timeout;
  #databaseApartMs = 0;

  constructor(private readonly pool: pg.Pool) {
    this.#timer = setInterval(() => void this.compare(), COMPARE_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Records the newest fix of a message.
   *
   * @param timeMs satellite time, ms since 1970 UTC
   */
  heard(trackerId: number, timeMs: number): void {
    if (this.#heard.size >= MAX_DEVICES) this.#heard.clear();
    this.#heard.set(trackerId, { aheadMs: timeMs - Date.now(), atMs: performance.now() });
  }

  /** Compares with the database clock. Keeps the last result while the database is down. */
  async compare(): Promise<void> {
    const askedMs = Date.now();
    try {
      const { rows } = await this.pool.query<{ ms: number }>(
        `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
      );
      const tookMs = Date.now() - askedMs;
      this.#databaseApartMs = Math.abs((rows[0]?.ms ?? askedMs) - askedMs - tookMs / 2) - tookMs;
    } catch {
      // The health check of the database reports this.
    }
  }

  /** The problem with this server's clock, or null. */
  fault(): ServerClockFault | null {
    if (this.#databaseApartMs > DATABASE_APART_MS) return 'clock_differs';
    const sinceMs = performance.now() - HEARD_WITHIN_MS;
    const recent = [...this.#heard.values()].filter(({ atMs }) => atMs >= sinceMs);
    return isServerBehind(recent.map(({ aheadMs }) => aheadMs)) ? 'clock_behind' : null;
  }

  /** True if the clock seems right; otherwise a description of the problem. */
  health(): true | string {
    const fault = this.fault();
    return fault === null || TEXTS[fault];
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
