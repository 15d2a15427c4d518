import { EVENT } from '@roadworthy/domain';
import type pg from 'pg';

const CODES = { replaced: EVENT.connectionTakenOver, refused: EVENT.connectionRefused } as const;
/** Minimum time between two events of the same kind and vehicle. */
const PAUSE_MS = 10 * 60_000;
const MAX_VEHICLES = 10_000;

/**
 * Has the form of a derived event, and the alert rules receive it like one. Another process may have
 * written the same event already.
 */
const WRITE = `
insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source, to_tell)
select v.customer_id, v.id, e.code, to_timestamp(e.ms / 1000.0), 'computed', true
from unnest($1::int[], $2::int[], $3::float8[]) as e(vehicle_id, code, ms)
join vehicles v on v.id = e.vehicle_id
where not exists (select from fleet_events before where before.vehicle_id = e.vehicle_id
  and before.event_code = e.code
  and before.occurred_at between to_timestamp((e.ms - ${PAUSE_MS}) / 1000.0) and to_timestamp(e.ms / 1000.0))
on conflict do nothing`;

interface Noted {
  readonly vehicleId: number;
  readonly code: number;
  readonly ms: number;
}

/** Events of connections: a takeover from another address, and an attempt that was refused. */
export class ConnectionEvents {
  #waiting: Noted[] = [];
  /** Time of the last event per kind and vehicle. */
  readonly #last = new Map<string, number>();

  constructor(private readonly pool: pg.Pool) {}

  /**
   * Records an event for the vehicle that the device is on; further ones within ten minutes are
   * ignored.
   */
  note(kind: keyof typeof CODES, { vehicleId }: { readonly vehicleId: number | null }): void {
    if (vehicleId === null) return;
    const key = `${kind} ${vehicleId}`;
    const ms = Date.now();
    if (ms - (this.#last.get(key) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    if (this.#last.size >= MAX_VEHICLES) this.#last.clear();
    this.#last.set(key, ms);
    this.#waiting.push({ vehicleId, code: CODES[kind], ms });
  }

  /** Writes the queued events; keeps them for the next time when the database is down. */
  async flush(): Promise<void> {
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    const column = (of: (event: Noted) => number) => events.map(of);
    await this.pool
      .query(WRITE, [
        column(({ vehicleId }) => vehicleId),
        column(({ code }) => code),
        column(({ ms }) => ms),
      ])
      .catch(() => this.#waiting.unshift(...events));
  }
}
