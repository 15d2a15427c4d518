import type { ConnectionNote, ConnectionNotes } from './connection-notes.ts';

/** Maximum addresses whose refused attempts are counted at the same time. */
const LIMIT = 1000;
/** Attempts from one address within this time share one row. */
const TOGETHER_MS = 10 * 60_000;

/** Connections that were refused because of the allowed networks. */
export class RefusedAttempts {
  /** By tracker, protocol and address. */
  readonly #notes = new Map<string, ConnectionNote>();

  constructor(private readonly notes: ConnectionNotes) {}

  /** Lists an attempt with its tracker. */
  note(trackerId: number, protocol: ConnectionNote['protocol'], address: string): void {
    const note = this.notes.start(trackerId, protocol, address);
    const key = `${trackerId} ${protocol} ${note.address}`;
    const last = this.#notes.get(key);
    if (last !== undefined && note.connectedMs - last.connectedMs < TOGETHER_MS) {
      last.attempts += 1;
      this.notes.end(last, 'network');
      return;
    }
    this.#notes.delete(key);
    const [oldest] = this.#notes.keys();
    if (this.#notes.size >= LIMIT && oldest !== undefined) this.#notes.delete(oldest);
    this.notes.end(note, 'network');
    this.#notes.set(key, note);
  }
}
