import type pg from 'pg';

/** A device counts for so long after it was heard. */
const HEARD_WITHIN_MS = 10 * 60_000;
/** Live records are late, not early: this much ahead is no delay of the network. */
const AHEAD_MS = 2 * 60_000;
/** Devices that agree within this time. */
const AGREE_MS = 60_000;
const WITNESSES = 3;
const MAX_DEVICES = 200_000;
const COMPARE_EVERY_MS = 60_000;
const DATABASE_APART_MS = 30_000;

/** Whether most of the devices that were heard say, by their satellites, that it is later than here. */
function isServerBehind(aheadMs: readonly number[]): boolean {
  const sorted = [...aheadMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (median <= AHEAD_MS) return false;
  const agreeing = sorted.filter((ms) => Math.abs(ms - median) <= AGREE_MS).length;
  return agreeing >= WITNESSES && agreeing * 2 > sorted.length;
}

/** Whether this server's clock is right, by the satellite time of devices and by the database. */
export class ServerClock {
  /** By tracker: how far its newest fix was ahead of this server, and when it came, by a steady clock. */
  readonly #heard = new Map<number, { readonly aheadMs: number; readonly atMs: number }>();
  readonly #timer: NodeJS.Timeout;
  #databaseApartMs = 0;

  constructor(private readonly pool: pg.Pool) {
    this.#timer = setInterval(() => void this.compare(), COMPARE_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Notes the newest fix of a message.
   *
   * @param timeMs satellite time, ms since 1970 UTC
   */
  heard(trackerId: number, timeMs: number): void {
    if (this.#heard.size >= MAX_DEVICES) this.#heard.clear();
    this.#heard.set(trackerId, { aheadMs: timeMs - Date.now(), atMs: performance.now() });
  }

  /** Compares with the clock of the database; what was known stays while it is down. */
  async compare(): Promise<void> {
    const askedMs = Date.now();
    try {
      const { rows } = await this.pool.query<{ ms: number }>(
        `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
      );
      const tookMs = Date.now() - askedMs;
      this.#databaseApartMs = Math.abs((rows[0]?.ms ?? askedMs) - askedMs - tookMs / 2) - tookMs;
    } catch {
      // The part `database` of the health tells of it.
    }
  }

  /** True where nothing speaks against the clock; otherwise what is wrong. */
  health(): true | string {
    if (this.#databaseApartMs > DATABASE_APART_MS) {
      return 'the clocks of this server and of the database differ';
    }
    const sinceMs = performance.now() - HEARD_WITHIN_MS;
    const recent = [...this.#heard.values()].filter(({ atMs }) => atMs >= sinceMs);
    const isBehind = isServerBehind(recent.map(({ aheadMs }) => aheadMs));
    return isBehind ? 'the clock of this server is behind that of the devices' : true;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
