import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Device, DeviceRegistry } from './device-registry.ts';

const FLUSH_EVERY_MS = 5000;
/**
 * Maximum trackers per statement, with a pause after it: ten thousand at once would delay the
 * commits that devices wait for.
 */
const AT_ONCE = 500;
const BREATH_MS = 50;

/** The last contact of each tracker, and whose clock is right again; written every 5 seconds. */
export class TrackerContacts {
  readonly #seen = new Set<number>();
  readonly #cured = new Set<number>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;
  #closing = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly registry: DeviceRegistry,
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Records that a device delivered; `sound` if all its times were plausible. */
  seen(device: Device, sound: boolean): void {
    this.#seen.add(device.trackerId);
    if (sound && device.hasClockFault) this.#cured.add(device.trackerId);
  }

  /** Writes the buffered entries; keeps them for the next time when the database is down. */
  async flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    const seen = [...this.#seen];
    this.#seen.clear();
    for (let at = 0; at < seen.length; at += AT_ONCE) {
      const part = seen.slice(at, at + AT_ONCE);
      try {
        await this.pool.query({
          name: 'trackers-seen',
          text: 'update trackers set last_seen_at = now() where id = any($1::int[])',
          values: [part],
        });
      } catch {
        for (const id of seen.slice(at)) this.#seen.add(id);
        return;
      }
      if (!this.#closing && at + AT_ONCE < seen.length) await sleep(BREATH_MS);
    }
    await this.#cure();
  }

  /** Clears the clock faults of devices whose time is plausible again. */
  async #cure(): Promise<void> {
    if (this.#cured.size === 0) return;
    const cured = [...this.#cured];
    this.#cured.clear();
    try {
      await this.pool.query(
        'update trackers set clock_fault = null, clock_fault_at = null where id = any($1::int[])',
        [cured],
      );
      this.registry.clear();
    } catch {
      for (const id of cured) this.#cured.add(id);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing = true;
    await this.#flushing;
    await this.flush();
  }
}
