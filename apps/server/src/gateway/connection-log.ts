import type { DeviceProtocol } from '@roadworthy/domain';
import type pg from 'pg';
import type { Bus, ConnectionTakeover } from '../platform/bus/index.ts';
import { plainAddress } from '../platform/networks.ts';
import {
  ConnectionEvents,
  type ConnectionNote,
  ConnectionNotes,
  RefusedAttempts,
} from '../platform/tracker-connections/index.ts';
import type { CloseRule } from './connection-limits.ts';
import type { Device } from './device-registry.ts';

export type { ConnectionNote } from '../platform/tracker-connections/index.ts';

/** ConnectionTakeovers per message between gateways; a message holds about 8,000 bytes. */
const TAKEOVERS_AT_ONCE = 50;

/**
 * How a connection ended; `lost` if its gateway could not record it, `address_changed` for
 * datagrams.
 */
type End = CloseRule | 'device' | 'lost' | 'address_changed';

/** A connection that this process holds open until another replaces it. */
interface Held {
  readonly device: Device;
  readonly note: ConnectionNote;
  /** Closes it; called with whether the newer one comes from another address. */
  readonly replace: (isFromElsewhere: boolean) => void;
}

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

/** Records where devices connect from. */
export class ConnectionLog {
  readonly #notes: ConnectionNotes;
  readonly #events: ConnectionEvents;
  readonly #refused: RefusedAttempts;
  /** For devices without a connection: the entry of their last address, by tracker and protocol. */
  readonly #heard = new Map<string, ConnectionNote>();
  /** The same by id of the entry, until a connection or report at another gateway ends it. */
  readonly #openHeard = new Map<string, ConnectionNote>();
  /** By id of the entry. */
  readonly #held = new Map<string, Held>();
  readonly #unsubscribe: () => void;

  constructor(
    private readonly pool: pg.Pool,
    private readonly bus: Bus,
  ) {
    this.#events = new ConnectionEvents(pool);
    this.#notes = new ConnectionNotes(pool, {
      onWritten: (notes) => this.#endOthers(notes),
      onFlushed: () => this.#events.flush(),
    });
    this.#refused = new RefusedAttempts(this.#notes);
    this.#unsubscribe = bus.subscribe('connections.replaced', ({ takeovers }) => {
      for (const takeover of takeovers) this.#takenOver(takeover);
    });
  }

  /**
   * Records that a device has connected, and closes the connection when the device connects to
   * another gateway.
   *
   * @param replace closes the connection
   */
  held(
    device: Device,
    protocol: DeviceProtocol,
    address: string,
    replace: Held['replace'],
  ): ConnectionNote {
    const note = this.#opened(device, protocol, address);
    this.#held.set(note.id, { device, note, replace });
    return note;
  }

  /** Records the end of a connection. */
  closed(note: ConnectionNote, endedBy: End): void {
    this.#held.delete(note.id);
    this.#openHeard.delete(note.id);
    this.#notes.end(note, endedBy);
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
  heard(device: Device, protocol: DeviceProtocol, address: string): void {
    const key = `${device.trackerId} ${protocol}`;
    const last = this.#heard.get(key);
    // An entry that another gateway ended is kept: requests that a proxy distributes over gateways
    // would otherwise add a row each.
    if (last?.address === plainAddress(address)) return;
    if (last !== undefined && this.#openHeard.has(last.id)) this.closed(last, 'address_changed');
    const note = this.#opened(device, protocol, address);
    this.#heard.set(key, note);
    this.#openHeard.set(note.id, note);
  }

  /** Records an attempt from a network that is not allowed. */
  refused(device: Device, protocol: DeviceProtocol, address: string): void {
    this.#events.note('refused', device);
    this.#refused.note(device.trackerId, protocol, address);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#notes.stop();
    for (const note of [...this.#openHeard.values()]) this.closed(note, 'shutdown');
    await this.#notes.flush();
  }

  #opened(device: Device, protocol: DeviceProtocol, address: string): ConnectionNote {
    const note = this.#notes.start(device.trackerId, protocol, address);
    this.#notes.add(note);
    return note;
  }

  /** A datagram or a request ends the entry of others, but no connection. */
  #takenOver({ id, address, isReport }: ConnectionTakeover): void {
    const held = this.#held.get(id);
    if (held !== undefined && !isReport) {
      held.replace(this.replaced(held.device, held.note, address));
    }
    const heard = this.#openHeard.get(id);
    if (heard === undefined) return;
    heard.replacedBy = address;
    this.closed(heard, 'replaced');
  }

  async #endOthers(notes: readonly ConnectionNote[]): Promise<void> {
    const open = notes.filter(({ endedBy }) => endedBy !== 'network');
    const { rows } = await this.pool.query<{ id: string; by: string }>(END_LOST, [
      open.map(({ id }) => id),
    ]);
    const takeovers = rows.flatMap(({ id, by }): ConnectionTakeover[] => {
      const newer = this.#held.get(by)?.note ?? this.#openHeard.get(by);
      return newer === undefined
        ? []
        : [{ id, address: newer.address, isReport: !this.#held.has(by) }];
    });
    for (let at = 0; at < takeovers.length; at += TAKEOVERS_AT_ONCE) {
      this.bus.publish('connections.replaced', {
        takeovers: takeovers.slice(at, at + TAKEOVERS_AT_ONCE),
      });
    }
  }
}
