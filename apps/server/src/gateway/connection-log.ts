import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import { plainAddress } from '../platform/networks.ts';
import { ConnectionEvents } from './connection-events.ts';
import type { CloseRule } from './connection-limits.ts';
import type { Device } from './device-registry.ts';
import type { ProtocolName } from './unknown-devices.ts';

const FLUSH_EVERY_MS = 2000;
const ROWS_AT_ONCE = 1000;
/** Maximum entries that wait for the database; later ones are lost, connections are not delayed. */
const WAITING_LIMIT = 20_000;
/** Maximum connections, and maximum refused attempts, that are kept per tracker. */
const KEPT = 50;
/** Maximum addresses whose refused attempts are counted at the same time. */
const REFUSED_LIMIT = 1000;
/** Attempts from one address within this time share one row. */
const REFUSED_TOGETHER_MS = 10 * 60_000;

/** Takeovers per message between gateways; a message holds about 8,000 bytes. */
const TAKEOVERS_AT_ONCE = 50;

/**
 * How a connection ended; `lost` if its gateway could not record it, `address_changed` for
 * datagrams.
 */
type End = CloseRule | 'device' | 'lost' | 'address_changed';

/** A connection of a device, or refused attempts. Times are ms since 1970 UTC. */
export interface ConnectionNote {
  readonly id: string;
  readonly trackerId: number;
  readonly protocol: ProtocolName;
  readonly address: string;
  readonly connectedMs: number;
  disconnectedMs: number | null;
  endedBy: End | null;
  replacedBy: string | null;
  attempts: number;
}

/** A connection that this process holds open until another replaces it. */
interface Held {
  readonly device: Device;
  readonly note: ConnectionNote;
  /** Closes it; called with whether the newer one comes from another address. */
  readonly replace: (isFromElsewhere: boolean) => void;
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

/**
 * Connections of this device that are open on other gateways. A gateway that was killed cannot end
 * them; one that is running is notified and stores how they ended.
 */
const END_LOST = `
update tracker_connections lost set disconnected_at = n.connected_at, ended_by = 'lost'
from tracker_connections n
where n.id = any($1::uuid[]) and lost.tracker_id = n.tracker_id and lost.protocol = n.protocol
  and lost.disconnected_at is null and lost.connected_at < n.connected_at and lost.id <> n.id
returning lost.id, n.id as by`;

const PRUNE = `
delete from tracker_connections where id in (
  select id from (select id, row_number() over (
      partition by tracker_id, coalesce(ended_by = 'network', false) order by connected_at desc, id) as n
    from tracker_connections where tracker_id = any($1::int[])) ranked
  where n > ${KEPT})`;

/**
 * Records where devices connect from. Entries are buffered in memory, bounded, and written every
 * two seconds, so a flood of connections delays nothing.
 */
export class ConnectionLog {
  readonly #waiting = new Set<ConnectionNote>();
  /** For devices without a connection: the entry of their last address, by tracker and protocol. */
  readonly #heard = new Map<string, ConnectionNote>();
  /** By tracker and address. */
  readonly #refused = new Map<string, ConnectionNote>();
  /** By id of the entry. */
  readonly #held = new Map<string, Held>();
  readonly #events: ConnectionEvents;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly bus: Bus,
  ) {
    this.#events = new ConnectionEvents(pool);
    this.#unsubscribe = bus.subscribe('connections.replaced', ({ takeovers }) => {
      for (const { id, address } of takeovers) this.#takenOver(id, address);
    });
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Records that a device has connected. */
  opened(device: Device, protocol: ProtocolName, address: string): ConnectionNote {
    const note: ConnectionNote = {
      id: randomUUID(),
      trackerId: device.trackerId,
      protocol,
      address: plainAddress(address),
      connectedMs: Date.now(),
      disconnectedMs: null,
      endedBy: null,
      replacedBy: null,
      attempts: 1,
    };
    this.#note(note);
    return note;
  }

  /**
   * Records that a device has connected, and closes the connection when the device connects to
   * another gateway.
   *
   * @param replace closes the connection
   */
  held(
    device: Device,
    protocol: ProtocolName,
    address: string,
    replace: Held['replace'],
  ): ConnectionNote {
    const note = this.opened(device, protocol, address);
    this.#held.set(note.id, { device, note, replace });
    return note;
  }

  /** Records the end of a connection. */
  closed(note: ConnectionNote, endedBy: End): void {
    this.#held.delete(note.id);
    note.disconnectedMs = Date.now();
    note.endedBy = endedBy;
    this.#note(note);
  }

  /**
   * Records the address of a newer connection that replaces another.
   *
   * @returns whether the address differs
   */
  replaced(device: Device, older: ConnectionNote, address: string): boolean {
    older.replacedBy = address;
    if (older.address === address) return false;
    this.#events.note('replaced', device);
    return true;
  }

  /** Records the address from which a device sent a datagram or a request. */
  heard(device: Device, protocol: ProtocolName, address: string): void {
    const key = `${device.trackerId} ${protocol}`;
    const last = this.#heard.get(key);
    if (last?.address === plainAddress(address)) return;
    if (last !== undefined) this.closed(last, 'address_changed');
    this.#heard.set(key, this.opened(device, protocol, address));
  }

  /** Records an attempt from a network that is not allowed. */
  refused(device: Device, protocol: ProtocolName, address: string): void {
    this.#events.note('refused', device);
    const key = `${device.trackerId} ${plainAddress(address)}`;
    const nowMs = Date.now();
    const last = this.#refused.get(key);
    if (last !== undefined && nowMs - last.connectedMs < REFUSED_TOGETHER_MS) {
      last.attempts += 1;
      this.closed(last, 'network');
      return;
    }
    this.#refused.delete(key);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size >= REFUSED_LIMIT && oldest !== undefined) this.#refused.delete(oldest);
    const note = this.opened(device, protocol, address);
    this.closed(note, 'network');
    this.#refused.set(key, note);
  }

  /** Writes the buffered entries; keeps them for the next time when the database is down. */
  async flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#flushing;
    for (const note of this.#heard.values()) this.closed(note, 'shutdown');
    await this.flush();
  }

  #takenOver(id: string, address: string): void {
    const held = this.#held.get(id);
    if (held !== undefined) held.replace(this.replaced(held.device, held.note, address));
  }

  #note(note: ConnectionNote): void {
    if (this.#waiting.size < WAITING_LIMIT) this.#waiting.add(note);
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
    await this.#events.flush();
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
    const open = notes.filter(({ endedBy }) => endedBy !== 'network');
    const { rows } = await this.pool.query<{ id: string; by: string }>(END_LOST, [
      open.map(({ id }) => id),
    ]);
    this.#notifyOthers(rows);
    await this.pool.query(PRUNE, [[...new Set(notes.map(({ trackerId }) => trackerId))]]);
  }

  /** A datagram or a request is not a connection and replaces none. */
  #notifyOthers(ended: readonly { readonly id: string; readonly by: string }[]): void {
    const takeovers = ended.flatMap(({ id, by }) => {
      const newer = this.#held.get(by);
      return newer === undefined ? [] : [{ id, address: newer.note.address }];
    });
    for (let at = 0; at < takeovers.length; at += TAKEOVERS_AT_ONCE) {
      this.bus.publish('connections.replaced', {
        takeovers: takeovers.slice(at, at + TAKEOVERS_AT_ONCE),
      });
    }
  }
}
