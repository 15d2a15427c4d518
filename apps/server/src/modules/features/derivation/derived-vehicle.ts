import type { VehicleType } from '@roadworthy/domain';
import type { Track } from './derivation-track.ts';
import type { KeyedRecord, RecordKey } from './keyed-record.ts';

/**
 * Maximum records that wait while a vehicle is loaded; above, it is read from the database again.
 */
const WAITING_LIMIT = 2000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A vehicle in the memory of the deriving process. It is `live` when its track has read all
 * committed records; otherwise records wait, or are read from the database.
 */
export class DerivedVehicle {
  /** Null until it is loaded. */
  track: Track | null = null;
  customerId = 0;
  type: VehicleType = 'VAN';
  isLive = false;
  /** Start of its wait to be read or written, ms since 1970 UTC; null if it does not wait. */
  waitsSinceMs: number | null = null;
  /**
   * Time up to which rows and state agree, ms since 1970 UTC: a stopped process may have written
   * rows of later records. Null if there are none.
   */
  reconcileMs: number | null = null;
  /** Its position at the last write of its state, and the time of that write. */
  writtenKey: RecordKey | null = null;
  writtenMs = 0;
  /** Earliest time of the next try after a failure. */
  retryMs = 0;
  #failures = 0;
  #waiting: KeyedRecord[] = [];
  #missed = false;

  constructor(readonly vehicleId: number) {}

  /**
   * Takes a committed record.
   *
   * @returns whether it is later than all before; otherwise it is late or a repeat
   * @throws as the engine does
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

  /** Makes records wait. */
  hold(nowMs: number): void {
    this.isLive = false;
    this.waitsSinceMs ??= nowMs;
  }

  /**
   * Reads the waiting records, after all records committed before the previous call were read.
   *
   * @returns whether the vehicle is live; if not, it must be read from the database once more
   * @throws as the engine does
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

  /** A failure: the vehicle is loaded again after an increasing pause. */
  fail(nowMs: number): void {
    this.hold(nowMs);
    this.track = null;
    this.#waiting = [];
    this.#missed = true;
    this.retryMs = nowMs + Math.min(FIRST_PAUSE_MS * 4 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
  }

  /** A success: earlier failures no longer count. */
  written(key: RecordKey, nowMs: number): void {
    this.writtenKey = key;
    this.writtenMs = nowMs;
    this.#failures = 0;
  }
}
