import type pg from 'pg';
import { positionsAfter, writeCheckpoints, writeTracks } from '../derivation.repository.ts';
import { inTransaction } from '../derivation-lease.ts';
import { type Rules, Track } from '../derivation-track.ts';
import {
  deleteUntold,
  type UntoldEvent,
  writeFindings,
} from '../findings/derivation-findings.repository.ts';
import { dayOf, justBefore, type KeyedRecord } from '../keyed-record.ts';
import { keptCheckpoint, moveMark, type RedoBase } from './derivation-redo.repository.ts';

const PAGE_RECORDS = 5000;
/** An event that moved by less is the same incident, and not notified again. */
const SAME_EVENT_MS = 600_000;

/** The end of a redo: with later rows unchanged, or with a track at the last position. */
type RedoEnd = { readonly track: Track | null };

interface RedoParts {
  readonly client: pg.Client;
  readonly vehicleId: number;
  readonly rules: Rules;
  readonly base: RedoBase;
  /** No record after this time is new, ms since 1970 UTC. */
  readonly untilMs: number;
}

/** Derives a vehicle again from the start of a day, one day per step. */
export class Redo {
  readonly #track: Track;
  #fromMs: number;
  #page: KeyedRecord[] = [];
  #at = 0;
  #isLastPage = false;

  constructor(private readonly parts: RedoParts) {
    const { base, rules } = parts;
    this.#fromMs = base.fromMs;
    this.#track = new Track(rules, base.state, justBefore(base.fromMs));
    this.#track.findings.reopen();
  }

  /**
   * Derives and writes the next day that has positions.
   *
   * @returns the result at the end; null if there is more to do
   * @throws engine or database errors; the redo then restarts from the last written day
   */
  async step(): Promise<RedoEnd | null> {
    const first = await this.#peek();
    const dayMs = first === null ? null : dayOf(first.timeMs);
    let next = first;
    while (next !== null && dayOf(next.timeMs) === dayMs) {
      this.#track.advance(next);
      this.#at += 1;
      next = await this.#peek();
    }
    if (next === null) {
      await this.#write(Number.POSITIVE_INFINITY, false);
      return { track: this.#track };
    }
    const toMs = dayOf(next.timeMs);
    const isAsBefore = await this.#isAsBefore(toMs);
    await this.#write(toMs, isAsBefore);
    this.#fromMs = toMs;
    return isAsBefore ? { track: null } : null;
  }

  /** Whether all later rows are unchanged: no new record, and the same state at their start. */
  async #isAsBefore(dayMs: number): Promise<boolean> {
    const { client, vehicleId, rules, untilMs } = this.parts;
    if (dayMs <= untilMs) return false;
    const kept = await keptCheckpoint(client, vehicleId, dayMs, rules.print);
    return kept === this.#track.checkpoint(dayMs).state;
  }

  async #peek(): Promise<KeyedRecord | null> {
    if (this.#at >= this.#page.length && !this.#isLastPage) {
      const { client, vehicleId } = this.parts;
      const wanted = [{ vehicleId, key: this.#track.key }];
      this.#page = (await positionsAfter(client, wanted, PAGE_RECORDS)).get(vehicleId) ?? [];
      this.#isLastPage = this.#page.length < PAGE_RECORDS;
      this.#at = 0;
    }
    return this.#page[this.#at] ?? null;
  }

  /** Writes the findings of records before `toMs`, and deletes rows that they no longer produce. */
  async #write(toMs: number, isAsBefore: boolean): Promise<void> {
    const { client, vehicleId } = this.parts;
    const isLast = toMs === Number.POSITIVE_INFINITY;
    const { key, rules } = this.#track;
    const state = this.#track.text();
    const { findings, checkpoints } = this.#track.take();
    if (!isLast) checkpoints.push(this.#track.checkpoint(toMs));
    await inTransaction(client, async () => {
      const period = { fromMs: this.#fromMs, toMs };
      const pending = await deleteUntold(client, vehicleId, period, findings);
      // Open rows change only later, and later rows remain as they are.
      if (isAsBefore) findings.withoutOpen();
      const tells = (key: string) => !pending.some((event) => isSame(event, key));
      await writeFindings(client, [{ vehicleId, findings, tells }]);
      await writeCheckpoints(
        client,
        checkpoints.map((checkpoint) => ({ vehicleId, ...checkpoint })),
      );
      await moveMark(client, vehicleId, isLast || isAsBefore ? null : toMs);
      if (isLast) await writeTracks(client, [{ vehicleId, key, state, rules: rules.print }]);
    });
  }
}

/** Whether a deleted and a new event are the same incident, moved slightly. */
function isSame(pending: UntoldEvent, key: string): boolean {
  const [occurredMs, code, geofence] = key.split(':').map(Number);
  return (
    pending.eventCode === code &&
    (pending.geofenceId ?? 0) === geofence &&
    Math.abs(pending.occurredMs - (occurredMs ?? 0)) < SAME_EVENT_MS
  );
}
