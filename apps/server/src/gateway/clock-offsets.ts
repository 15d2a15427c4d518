import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';

/**
 * Minutes that the clocks of some devices are ahead of UTC, where that was set for their trackers.
 * They are few, and a codec needs them in the middle of decoding, so all are held.
 */
export class ClockOffsets {
  #byNumber = new Map<string, number>();
  readonly #unsubscribe: () => void;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
    private readonly log: Log,
  ) {
    this.#unsubscribe = bus.subscribe('trackers.changed', () => void this.load());
  }

  /** Reads them; keeps the old ones when the database is down. */
  async load(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ number: string; clock_offset_min: number }>(
        'select number, clock_offset_min from trackers where clock_offset_min is not null',
      );
      this.#byNumber = new Map(rows.map((row) => [row.number, row.clock_offset_min]));
    } catch (error) {
      this.log.warn({ err: error }, 'clock offsets of devices could not be read');
    }
  }

  /** The offset of a device, or null for the protocol's own. */
  of(number: string): number | null {
    return this.#byNumber.get(number) ?? null;
  }

  close(): void {
    this.#unsubscribe();
  }
}
