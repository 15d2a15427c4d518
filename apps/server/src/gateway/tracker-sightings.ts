import type pg from 'pg';
import type { Device, DeviceRegistry } from './device-registry.ts';

const FLUSH_EVERY_MS = 5000;

/** When each tracker was last heard, and whose clock makes sense again; written every 5 seconds. */
export class TrackerSightings {
  readonly #seen = new Set<number>();
  readonly #cured = new Set<number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly pool: pg.Pool,
    private readonly registry: DeviceRegistry,
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Notes that a device delivered; `sound` when all its times made sense. */
  seen(device: Device, sound: boolean): void {
    this.#seen.add(device.trackerId);
    if (sound && device.hasClockFault) this.#cured.add(device.trackerId);
  }

  /** Writes what was noted; keeps it for the next time when the database is down. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = [...this.#seen];
    const cured = [...this.#cured];
    this.#seen.clear();
    this.#cured.clear();
    try {
      await this.pool.query('update trackers set last_seen_at = now() where id = any($1::int[])', [
        seen,
      ]);
      if (cured.length === 0) return;
      await this.pool.query(
        'update trackers set clock_fault = null, clock_fault_at = null where id = any($1::int[])',
        [cured],
      );
      this.registry.clear();
    } catch {
      for (const id of seen) this.#seen.add(id);
      for (const id of cured) this.#cured.add(id);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
