import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import {
  type Device,
  type Fitting,
  TRACKER_COLUMNS,
  type TrackerRow,
  toDevice,
} from './device-row.ts';
import type { KnownDevices } from './known-devices.ts';

export type { Device } from './device-row.ts';

/**
 * The vehicle of a record: the one the device was on at the time of the record. Records from a time
 * when it was on none belong to the vehicle that it was fitted to next.
 */
export function vehicleAt<V extends number | null>(
  { vehicleId, fittings }: { readonly vehicleId: V; readonly fittings: readonly Fitting[] },
  timeMs: number,
): V | number {
  let next: V | number = vehicleId;
  for (const fitting of fittings) {
    if (fitting.fromMs <= timeMs) return timeMs < fitting.untilMs ? fitting.vehicleId : next;
    next = fitting.vehicleId;
  }
  return next;
}

interface Entry {
  readonly device: Device | null;
  readonly expiresMs: number;
}

const MAX_ENTRIES = 200_000;
const KNOWN_FOR_MS = 10 * 60 * 1000;
/** Short, so that a device that was just registered is accepted at its next attempt. */
const UNKNOWN_FOR_MS = 3000;

/**
 * Resolves device identities: a bounded cache of the table `trackers`. Changes arrive over the bus;
 * the expiry covers lost bus messages.
 */
export class DeviceRegistry {
  readonly #entries = new Map<string, Entry>();
  readonly #unsubscribe: () => void;
  #version = 0;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
    /** Devices to accept while the database is away; null to refuse them. */
    private readonly known: KnownDevices | null = null,
  ) {
    this.#unsubscribe = bus.subscribe('trackers.changed', () => this.clear());
  }

  /** Changes whenever cached devices may be out of date. */
  get version(): number {
    return this.#version;
  }

  /**
   * The device with this number, or null if none is registered. While the database is away, a device
   * that was known before is accepted as it was.
   *
   * @param numbers spellings of the same identity, most likely first
   * @throws the database error
   */
  async find(numbers: readonly string[], nowMs = Date.now()): Promise<Device | null> {
    const key = numbers.join(' ');
    const known = this.#entries.get(key);
    if (known !== undefined && known.expiresMs > nowMs) return known.device;
    if (this.known === null) return this.#read(numbers, key, nowMs);
    return this.known.during(numbers, () => this.#read(numbers, key, nowMs));
  }

  async #read(numbers: readonly string[], key: string, nowMs: number): Promise<Device | null> {
    const { rows } = await this.pool.query<TrackerRow>({
      name: 'find-tracker',
      text: `select ${TRACKER_COLUMNS} from trackers
        where number = any($1::text[]) order by array_position($1::text[], number) limit 1`,
      values: [numbers],
    });
    const device = rows[0] === undefined ? null : toDevice(rows[0]);
    if (this.#entries.size >= MAX_ENTRIES) this.#dropOldest();
    this.#entries.delete(key);
    const life = device === null ? UNKNOWN_FOR_MS : KNOWN_FOR_MS;
    this.#entries.set(key, { device, expiresMs: nowMs + life });
    return device;
  }

  /** Clears the cache, for example after a fault was cleared. */
  clear(): void {
    this.#version += 1;
    this.#entries.clear();
  }

  close(): void {
    this.#unsubscribe();
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}
