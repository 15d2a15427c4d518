import { randomUUID } from 'node:crypto';
import type { CONNECTION_PROTOCOLS } from '@roadworthy/contract';
import type pg from 'pg';
import { plainAddress } from '../networks.ts';

const FLUSH_EVERY_MS = 2000;
const ROWS_AT_ONCE = 1000;
/** Maximum entries that wait for the database; later ones are lost, connections are not delayed. */
const WAITING_LIMIT = 20_000;
/** Maximum connections, and maximum refused attempts, that are kept per tracker. */
const KEPT = 50;

/** A connection of a device, or refused attempts. Times are ms since 1970 UTC. */
export interface ConnectionNote {
  readonly id: string;
  readonly trackerId: number;
  readonly protocol: (typeof CONNECTION_PROTOCOLS)[number];
  readonly address: string;
  readonly connectedMs: number;
  disconnectedMs: number | null;
  endedBy: string | null;
  replacedBy: string | null;
  attempts: number;
}

export interface ConnectionNotesOptions {
  /** Called with the entries of each write, before old ones are removed. */
  readonly onWritten?: (notes: readonly ConnectionNote[]) => Promise<void>;
  /** Called after all entries are written. */
  readonly onFlushed?: () => Promise<void>;
}

const WRITE = `
with noted as (
  insert into tracker_connections as kept (id, customer_id, tracker_id, protocol, address, connected_at,
    disconnected_at, ended_by, replaced_by, attempts)
  select n.id, t.customer_id, t.id, n.protocol, n.address::inet, to_timestamp(n.connected_ms / 1000.0),
    to_timestamp(n.disconnected_ms / 1000.0), n.ended_by, n.replaced_by::inet, n.attempts
  from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::text[],
      $8::text[], $9::int[])
    as n(id, tracker_id, protocol, address, connected_ms, disconnected_ms, ended_by, replaced_by,
      attempts)
  join trackers t on t.id = n.tracker_id
  on conflict (id) do update set disconnected_at = excluded.disconnected_at,
    ended_by = excluded.ended_by, replaced_by = excluded.replaced_by, attempts = excluded.attempts
  returning tracker_id, address, ended_by, connected_at
)
update trackers set last_address = latest.address
from (select distinct on (tracker_id) tracker_id, address from noted
  where ended_by is distinct from 'network' order by tracker_id, connected_at desc) latest
where trackers.id = latest.tracker_id and trackers.last_address is distinct from latest.address`;

const PRUNE = `
delete from tracker_connections where id in (
  select id from (select id, row_number() over (
      partition by tracker_id, coalesce(ended_by = 'network', false) order by connected_at desc, id) as n
    from tracker_connections where tracker_id = any($1::int[])) ranked
  where n > ${KEPT})`;

/**
 * Writes where devices connect from. Entries are buffered in memory, bounded, and written every two
 * seconds, so a flood of connections delays nothing.
 */
export class ConnectionNotes {
  readonly #waiting = new Set<ConnectionNote>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly options: ConnectionNotesOptions = {},
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** An entry that starts now; it is not written until {@link add} or {@link end}. */
  start(trackerId: number, protocol: ConnectionNote['protocol'], address: string): ConnectionNote {
    return {
      id: randomUUID(),
      trackerId,
      protocol,
      address: plainAddress(address),
      connectedMs: Date.now(),
      disconnectedMs: null,
      endedBy: null,
      replacedBy: null,
      attempts: 1,
    };
  }

  /** Writes an entry that was started or has changed. */
  add(note: ConnectionNote): void {
    if (this.#waiting.size < WAITING_LIMIT) this.#waiting.add(note);
  }

  /** Writes the end of a connection. */
  end(note: ConnectionNote, endedBy: string): void {
    note.disconnectedMs = Date.now();
    note.endedBy = endedBy;
    this.add(note);
  }

  /** Writes the buffered entries; keeps them for the next time when the database is down. */
  async flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Stops the timer. Entries that are added afterwards need a {@link flush}. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      try {
        await this.#write(all.slice(at, at + ROWS_AT_ONCE));
      } catch {
        for (const note of all.slice(at)) this.#waiting.add(note);
        return;
      }
    }
    await this.options.onFlushed?.();
  }

  async #write(notes: readonly ConnectionNote[]): Promise<void> {
    const column = <T>(of: (note: ConnectionNote) => T): T[] => notes.map(of);
    await this.pool.query({
      name: 'write-connections',
      text: WRITE,
      values: [
        column(({ id }) => id),
        column(({ trackerId }) => trackerId),
        column(({ protocol }) => protocol),
        column(({ address }) => address),
        column(({ connectedMs }) => connectedMs),
        column(({ disconnectedMs }) => disconnectedMs),
        column(({ endedBy }) => endedBy),
        column(({ replacedBy }) => replacedBy),
        column(({ attempts }) => attempts),
      ],
    });
    await this.options.onWritten?.(notes);
    await this.pool.query(PRUNE, [[...new Set(notes.map(({ trackerId }) => trackerId))]]);
  }
}
