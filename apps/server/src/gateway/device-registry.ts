import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import { isWithin } from '../platform/networks.ts';

/** A registered tracker, as far as the gateway needs it. */
export interface Device {
  readonly trackerId: number;
  readonly customerId: number;
  /** Null until it is fitted to a vehicle: its records are not taken before. */
  readonly vehicleId: number | null;
  readonly clockOffsetMin: number | null;
  readonly hasClockFault: boolean;
  /** Whether it may connect from an address. */
  readonly mayConnectFrom: (address: string) => boolean;
  /** Where it was and is, newest first. */
  readonly fittings: readonly Fitting[];
}

/** A stretch of time that a device was on a vehicle, ms since 1970 UTC. */
interface Fitting {
  readonly vehicleId: number;
  /** Minus infinity for the first of a device. */
  readonly fromMs: number;
  /** Infinity while it lasts. */
  readonly untilMs: number;
}

/**
 * The vehicle that a record belongs to: the one the device was on at the time of the record. What a
 * device kept while it was on none is of the vehicle it came to next.
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

/** A record older than so many fittings is of the oldest of them. */
const MAX_FITTINGS = 20;
const MAX_ENTRIES = 200_000;
const KNOWN_FOR_MS = 10 * 60 * 1000;
/** Short, so that a device adopted a moment ago is let in at its next try. */
const UNKNOWN_FOR_MS = 3000;

interface TrackerRow {
  id: number;
  customer_id: number;
  vehicle_id: number | null;
  clock_offset_min: number | null;
  clock_fault: string | null;
  allowed_networks: string[];
  fittings: { vehicle: number; from: number | null; until: number | null }[];
}

/**
 * Who a device is: a bounded cache in front of the table `trackers`. Changes reach it over the bus;
 * the expiry is for what the bus lost.
 */
export class DeviceRegistry {
  readonly #entries = new Map<string, Entry>();
  readonly #unsubscribe: () => void;
  #version = 0;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
  ) {
    this.#unsubscribe = bus.subscribe('trackers.changed', () => this.clear());
  }

  /** Another number whenever what is known of devices may be out of date. */
  get version(): number {
    return this.#version;
  }

  /**
   * The device of this number, or null where none is registered.
   *
   * @param numbers spellings of the same identity, the likeliest first
   */
  async find(numbers: readonly string[], nowMs = Date.now()): Promise<Device | null> {
    const key = numbers.join(' ');
    const known = this.#entries.get(key);
    if (known !== undefined && known.expiresMs > nowMs) return known.device;
    const { rows } = await this.pool.query<TrackerRow>({
      name: 'find-tracker',
      text: `select id, customer_id, vehicle_id, clock_offset_min, clock_fault, allowed_networks,
          array(select json_build_object('vehicle', f.vehicle_id,
              'from', extract(epoch from nullif(f.fitted_at, '-infinity')) * 1000,
              'until', extract(epoch from f.removed_at) * 1000)
            from tracker_fittings f where f.tracker_id = trackers.id
            order by f.fitted_at desc limit ${MAX_FITTINGS}) as fittings
        from trackers where number = any($1::text[]) order by array_position($1::text[], number) limit 1`,
      values: [numbers],
    });
    const device = rows[0] === undefined ? null : toDevice(rows[0]);
    if (this.#entries.size >= MAX_ENTRIES) this.#dropOldest();
    this.#entries.delete(key);
    const life = device === null ? UNKNOWN_FOR_MS : KNOWN_FOR_MS;
    this.#entries.set(key, { device, expiresMs: nowMs + life });
    return device;
  }

  /** Forgets what is known of all devices, for example after a fault was cleared. */
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

const anywhere = () => true;

function toDevice(row: TrackerRow): Device {
  return {
    trackerId: row.id,
    customerId: row.customer_id,
    vehicleId: row.vehicle_id,
    clockOffsetMin: row.clock_offset_min,
    hasClockFault: row.clock_fault !== null,
    mayConnectFrom: row.allowed_networks.length === 0 ? anywhere : isWithin(row.allowed_networks),
    fittings: row.fittings.map(({ vehicle, from, until }) => ({
      vehicleId: vehicle,
      fromMs: from ?? Number.NEGATIVE_INFINITY,
      untilMs: until ?? Number.POSITIVE_INFINITY,
    })),
  };
}
