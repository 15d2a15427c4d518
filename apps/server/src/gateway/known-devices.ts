import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import { type Device, readDevices } from './device-row.ts';

const PAGE = 5000;
const MAX_DEVICES = 1_000_000;
const RELOAD_MS = 10 * 60_000;
/** Time in which the database must answer before the devices known so far decide. */
const ANSWER_LIMIT_MS = 2000;
/** Pause of questions to a database that does not answer. */
const AWAY_MS = 2000;

/**
 * All registered devices, in memory. With an ingest stream a gateway acknowledges records without
 * the database, also those of devices that connect to it for the first time.
 */
export class KnownDevices {
  #devices: ReadonlyMap<string, Device> = new Map();
  #awayUntilMs = 0;
  #isStale = true;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #loadedMs = 0;
  #loading: Promise<void> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
  ) {
    this.#timer = setInterval(() => void this.#reload(), AWAY_MS);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('trackers.changed', () => {
      this.#isStale = true;
    });
  }

  /**
   * Reads all devices.
   *
   * @throws the database error; the devices read before then remain
   */
  async load(): Promise<void> {
    this.#isStale = false;
    const found = new Map<string, Device>();
    let afterId = 0;
    for (let size = PAGE; size === PAGE && found.size < MAX_DEVICES; ) {
      const page = await readDevices(this.pool, afterId, PAGE);
      for (const { number, device } of page) found.set(number, device);
      afterId = page.at(-1)?.device.trackerId ?? afterId;
      size = page.length;
    }
    this.#devices = found;
    this.#loadedMs = Date.now();
  }

  /** Whether a device is known. */
  has(number: string): boolean {
    return this.#devices.has(number);
  }

  /**
   * What the database answers, or the device as it was known while the database is away.
   *
   * @throws the database error for a device that is not known
   */
  async during(
    numbers: readonly string[],
    ask: () => Promise<Device | null>,
  ): Promise<Device | null> {
    const known = numbers.flatMap((number) => this.#devices.get(number) ?? [])[0];
    if (known === undefined) return ask();
    if (Date.now() < this.#awayUntilMs) return known;
    const late = new Promise<'late'>((done) => {
      setTimeout(done, ANSWER_LIMIT_MS, 'late').unref();
    });
    const answer = await Promise.race([ask().catch(() => 'late' as const), late]);
    if (answer !== 'late') return answer;
    this.#awayUntilMs = Date.now() + AWAY_MS;
    return known;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  async #reload(): Promise<void> {
    if (!this.#isStale && Date.now() - this.#loadedMs < RELOAD_MS) return;
    this.#loading ??= this.load()
      .catch(() => {
        this.#isStale = true;
      })
      .finally(() => {
        this.#loading = null;
      });
    await this.#loading;
  }
}
