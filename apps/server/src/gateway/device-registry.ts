import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import { isWithin } from '../platform/networks.ts';

/** A registered tracker, with the fields that the gateway needs. */
export interface Device {
  readonly trackerId: number;
  readonly customerId: number;
  /** Null until it is fitted to a vehicle; its records are refused before that. */
  readonly vehicleId: number | null;
  readonly clockOffsetMin: number | null;
  readonly hasClockFault: boolean;
  /** Whether it may connect from an address. */
  readonly mayConnectFrom: (address: string) => boolean;
  /** Vehicles that it is or was fitted to, newest first. */
  readonly fittings: readonly Fitting[];
}

/** A period in which a device was on a vehicle, ms since 1970 UTC. */
interface Fitting {
  readonly vehicleId: number;
  /** Minus infinity for the first period of a device. */
  readonly fromMs: number;
  /** Infinity for the current period. */
  readonly untilMs: number;
}

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

/** Maximum fittings that are considered; older records belong to the oldest of them. */
const MAX_FITTINGS = 20;
const MAX_ENTRIES = 200_000;
const KNOWN_FOR_MS = 10 * 60 * 1000;
/** Short, so that a device that was just registered is accepted at its next attempt. */
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
  ) {
    this.#unsubscribe = bus.subscribe('trackers.changed', () => this.clear());
  }

  /** Changes whenever cached devices may be out of date. */
  get version(): number {
    return this.#version;
  }

  /**
   * The device with this number, or null if none is registered.
   *
   * @param numbers spellings of the same identity, most likely first
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
