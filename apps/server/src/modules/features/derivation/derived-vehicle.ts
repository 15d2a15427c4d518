import type { VehicleType } from '@roadworthy/domain';
import type { Track } from './derivation-track.ts';
import type { KeyedRecord, RecordKey } from './keyed-record.ts';

/** Records that wait while a vehicle is being loaded; with more it is read from the database again. */
const WAITING_LIMIT = 2000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A vehicle in the memory of the process that derives. It is `live` when its track has read all that
 * was committed; otherwise records wait, or are read from the database.
 */
export class DerivedVehicle {
  /** Null until it is loaded. */
  track: Track | null = null;
  customerId = 0;
  type: VehicleType = 'VAN';
  isLive = false;
  /** Since when it waits to be read or written, ms since 1970; null when it does not. */
  waitsSinceMs: number | null = null;
  /**
   * Up to where rows and state agree, ms since 1970 UTC: rows that later records told may be there
   * from a process that ended. Null where there are none.
   */
  reconcileMs: number | null = null;
  /** Where it stood when its state was last written, and when that was. */
  writtenKey: RecordKey | null = null;
  writtenMs = 0;
  /** Not tried before this moment, after it failed. */
  retryMs = 0;
  #failures = 0;
  #waiting: KeyedRecord[] = [];
  #missed = false;

  constructor(readonly vehicleId: number) {}

  /**
   * Takes a record that was committed.
   *
   * @returns whether it is later than all before; one that is not is late or repeated
   * @throws what the engine throws
   */
  accept(next: KeyedRecord): boolean {
    if (this.isLive && this.track !== null) {
      if (!this.track.isBefore(next)) return false;
      this.track.advance(next);
      return true;
    }
    if (this.#waiting.length < WAITING_LIMIT) this.#waiting.push(next);
    else this.#missed = true;
    return true;
  }

  /** From now on records wait. */
  hold(nowMs: number): void {
    this.isLive = false;
    this.waitsSinceMs ??= nowMs;
  }

  /**
   * Everything that was committed when this was called the last time was read: reads what waited.
   *
   * @returns whether the vehicle is live; if not, it has to be read from the database once more
   * @throws what the engine throws
   */
  resume(): boolean {
    const waiting = this.#waiting;
    const missed = this.#missed;
    this.#waiting = [];
    this.#missed = false;
    if (missed) return false;
    for (const next of waiting) {
      if (this.track?.isBefore(next) === true) this.track.advance(next);
    }
    this.isLive = true;
    this.waitsSinceMs = null;
    return true;
  }

  /** It cannot be derived just now: it is loaded anew after a pause that grows. */
  fail(nowMs: number): void {
    this.hold(nowMs);
    this.track = null;
    this.#waiting = [];
    this.#missed = true;
    this.retryMs = nowMs + Math.min(FIRST_PAUSE_MS * 4 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
  }

  /** It was derived and written: earlier failures count no more. */
  written(key: RecordKey, nowMs: number): void {
    this.writtenKey = key;
    this.writtenMs = nowMs;
    this.#failures = 0;
  }
}
