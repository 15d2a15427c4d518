import type { Engine } from '../../../engines/record.ts';
import {
  Findings,
  nothingOpen,
  type OpenFindings,
  openAgain,
} from './findings/derivation-findings.ts';
import { BEFORE_ALL, dayOf, type KeyedRecord, type RecordKey } from './keyed-record.ts';

/** The state at the start of a UTC day. */
export interface Checkpoint {
  /** Ms since 1970 UTC. */
  readonly dayMs: number;
  /** JSON text of the state. */
  readonly state: string;
  /** Fingerprint of the rules that produced it. */
  readonly rules: string;
}

/** An engine, and the fingerprint of its rules. */
export interface Rules {
  readonly engine: Engine<unknown>;
  readonly print: string;
}

/** A finished UTC day, and the number of its records that were read. */
export interface FinishedDay {
  /** Ms since 1970 UTC. */
  readonly dayMs: number;
  readonly count: number;
}

/** The stored data of a vehicle between two records: the engine's state and the open findings. */
export interface TrackState {
  readonly engine: unknown;
  readonly open: OpenFindings;
  /** Number of records read of the UTC day of the last one. */
  readonly count: number;
}

/** The progress of one vehicle, and its findings since the last write. */
export class Track {
  // Only the position of the last record: keeping the record of each vehicle alive would move
  // thousands of objects per second to the old generation of the garbage collector.
  #timeMs: number;
  #digest: bigint;
  #rules: Rules;
  readonly #state: unknown;
  readonly #open: OpenFindings;
  findings: Findings;
  checkpoints: Checkpoint[] = [];
  #count: number;
  #finished: FinishedDay[] = [];

  /**
   * @param kept its stored data; null before the first record
   */
  constructor(rules: Rules, kept: TrackState | null, key: RecordKey = BEFORE_ALL) {
    this.#rules = rules;
    this.#timeMs = key.timeMs;
    this.#digest = key.digest;
    this.#state = kept?.engine ?? rules.engine.initial();
    this.#open = kept === null ? nothingOpen() : openAgain(kept.open);
    this.#count = kept?.count ?? 0;
    this.findings = new Findings(this.#open);
  }

  /** The position of the last record that was read. */
  get key(): RecordKey {
    return { timeMs: this.#timeMs, digest: this.#digest };
  }

  /**
   * The device time of the last record that was read, ms since 1970 UTC; -Infinity before the
   * first.
   */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Whether a position is after the last record that was read. */
  isBefore({ timeMs, digest }: RecordKey): boolean {
    return timeMs > this.#timeMs || (timeMs === this.#timeMs && digest > this.#digest);
  }

  /** Whether records were read after a position; null is before all. */
  hasReadSince(key: RecordKey | null): boolean {
    return key === null || this.#timeMs !== key.timeMs || this.#digest !== key.digest;
  }

  /** Whether there are findings to write soon. */
  get hasNews(): boolean {
    return this.findings.isNews || this.checkpoints.length > 0;
  }

  get rules(): Rules {
    return this.#rules;
  }

  /** Replaces the rules from the next record on. */
  set rules(rules: Rules) {
    this.#rules = rules;
  }

  /** Number of records read of the UTC day of the last one. */
  get count(): number {
    return this.#count;
  }

  /** JSON text of the state. */
  text(): string {
    return this.#text(this.#count);
  }

  /** The state at the start of a day after the last record. */
  checkpoint(dayMs: number): Checkpoint {
    return { dayMs, state: this.#text(0), rules: this.#rules.print };
  }

  /**
   * Reads the next record, which must be after the last one.
   *
   * @throws as the engine does; the track must not be used afterwards
   */
  advance(next: KeyedRecord): void {
    const dayMs = dayOf(next.timeMs);
    const lastDayMs = dayOf(this.#timeMs);
    if (lastDayMs !== dayMs) {
      this.checkpoints.push(this.checkpoint(dayMs));
      this.#finished.push({ dayMs: lastDayMs, count: this.#count });
      this.#count = 0;
    }
    this.#count += 1;
    this.findings.nowMs = next.timeMs;
    this.#rules.engine.advance(this.#state, next.record, this.findings);
    this.#timeMs = next.timeMs;
    this.#digest = next.digest;
  }

  /** Returns the findings to write and clears them. */
  take(): { findings: Findings; checkpoints: Checkpoint[]; finished: FinishedDay[] } {
    const { findings, checkpoints } = this;
    const taken = { findings, checkpoints, finished: this.#finished };
    this.findings = new Findings(this.#open, this.#open.trip?.row.endedMs);
    this.checkpoints = [];
    this.#finished = [];
    return taken;
  }

  #text(count: number): string {
    return JSON.stringify({ engine: this.#state, open: this.#open, count });
  }
}
