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
  /** Print of the rules that made it. */
  readonly rules: string;
}

/** An engine, and the print of the rules it goes by. */
export interface Rules {
  readonly engine: Engine<unknown>;
  readonly print: string;
}

/** A UTC day that is over, and how many of its records were read. */
export interface FinishedDay {
  /** Ms since 1970 UTC. */
  readonly dayMs: number;
  readonly count: number;
}

/** What is kept of a vehicle between two records: the engine's own state, and what is open. */
export interface TrackState {
  readonly engine: unknown;
  readonly open: OpenFindings;
  /** Records read of the UTC day of the last one. */
  readonly count: number;
}

/** How far one vehicle is derived, and what was found since it was last written. */
export class Track {
  // The place of the last record, not the record itself: one kept for each vehicle would outlive every
  // collection of the young, thousands of them a second.
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
   * @param kept what was kept of it; null before the first record
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

  /** The place of the last record that was read. */
  get key(): RecordKey {
    return { timeMs: this.#timeMs, digest: this.#digest };
  }

  /** The device time of the last record that was read, ms since 1970 UTC; -Infinity before the first. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Whether a place comes after the last record that was read. */
  isBefore({ timeMs, digest }: RecordKey): boolean {
    return timeMs > this.#timeMs || (timeMs === this.#timeMs && digest > this.#digest);
  }

  /** Whether records were read after a place; null is before all. */
  hasReadSince(key: RecordKey | null): boolean {
    return key === null || this.#timeMs !== key.timeMs || this.#digest !== key.digest;
  }

  /** Whether something should be written soon. */
  get hasNews(): boolean {
    return this.findings.isNews || this.checkpoints.length > 0;
  }

  get rules(): Rules {
    return this.#rules;
  }

  /** From the next record on the rules are these. */
  set rules(rules: Rules) {
    this.#rules = rules;
  }

  /** Records read of the UTC day of the last one. */
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
   * Reads the next record; it must come after the last.
   *
   * @throws what the engine throws; the track must not be used then
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

  /** What waits to be written; afterwards nothing does. */
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
