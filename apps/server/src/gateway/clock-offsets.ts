import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';

/**
 * Decoder settings that few trackers have: minutes that the clock is ahead of UTC, and models of
 * professional families. A codec needs them during decoding, so all are held in memory.
 */
export class ClockOffsets {
  #byNumber = new Map<string, number>();
  #models = new Map<string, string>();
  readonly #unsubscribe: () => void;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
    private readonly log: Log,
  ) {
    this.#unsubscribe = bus.subscribe('trackers.changed', () => void this.load());
  }

  /** Reads the settings; keeps the old ones when the database is down. */
  async load(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ number: string; clock_offset_min: number }>(
        'select number, clock_offset_min from trackers where clock_offset_min is not null',
      );
      this.#byNumber = new Map(rows.map((row) => [row.number, row.clock_offset_min]));
      const models = await this.pool.query<{ number: string; model: string }>(
        `select number, model from trackers where protocol = 'teltonika' and model ~* 'FM([BCMU]6|36|4|5|6)'`,
      );
      this.#models = new Map(models.rows.map(({ number, model }) => [number, model]));
    } catch (error) {
      this.log.warn({ err: error }, 'clock offsets of devices could not be read');
    }
  }

  /** The offset of a device, or null for the default of the protocol. */
  of(number: string): number | null {
    return this.#byNumber.get(number) ?? null;
  }

  /** The model of a device whose family redefines element numbers; null for any other. */
  modelOf(number: string): string | null {
    return this.#models.get(number) ?? null;
  }

  close(): void {
    this.#unsubscribe();
  }
}
