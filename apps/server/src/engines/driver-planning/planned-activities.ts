import type { Activity, Leave } from '../drivers-hours/index.ts';
import { overlay } from '../drivers-hours/overlay.ts';
import { layoutOf, type PlannedTime } from './shift-layout.ts';

const BREAK_MS = 45 * 60_000;

export interface PlannedShift extends PlannedTime {
  readonly id: number;
}

/** What is known of a driver, and what is planned. Times in ms since 1970 UTC. */
export interface PlanOfDriver {
  /** Activities of cards, entries and trips until now, in sequence of time. */
  readonly record: readonly Activity[];
  /** End of what a card or a person has recorded; trips count not. Null without any. */
  readonly knownUntilMs: number | null;
  /** Shifts without overlaps, in sequence of time. */
  readonly shifts: readonly PlannedShift[];
  /** Approved holidays and sickness. */
  readonly leave?: readonly Leave[];
}

const drivingOf = (record: readonly Activity[], fromMs: number, untilMs: number) =>
  record
    .filter(({ kind }) => kind === 'driving')
    .reduce(
      (sum, one) => sum + Math.max(0, Math.min(one.endMs, untilMs) - Math.max(one.startMs, fromMs)),
      0,
    );

/**
 * The record with the part of past shifts that no card has confirmed yet: trips show the driving of such a
 * shift, the rest of it counts as work as planned.
 */
export function recordSoFar(
  { knownUntilMs, record, shifts }: PlanOfDriver,
  nowMs: number,
): readonly Activity[] {
  const fromMs = knownUntilMs ?? Number.NEGATIVE_INFINITY;
  const presumed = shifts
    .filter(({ endMs, startMs }) => startMs < nowMs && endMs > fromMs)
    .flatMap(({ endMs, startMs }) =>
      layoutOf({
        startMs: Math.max(startMs, fromMs),
        endMs: Math.min(endMs, nowMs),
        drivingMs: 0,
      }),
    );
  return overlay(presumed, record);
}

/** The activities of the shifts from now on; of a running one, what is left of it. */
export function plannedAhead({ record, shifts }: PlanOfDriver, nowMs: number): readonly Activity[] {
  return shifts
    .filter(({ endMs }) => endMs > nowMs)
    .flatMap((shift) => {
      if (shift.startMs >= nowMs) return layoutOf(shift);
      const drivenMs = drivingOf(record, shift.startMs, nowMs);
      const left = shift.drivingMs === null ? null : Math.max(0, shift.drivingMs - drivenMs);
      // A break now is the most favourable continuation of a shift with driving behind and ahead of it.
      const breakMs =
        drivenMs > 0 && (left ?? 0) > 0
          ? Math.min(BREAK_MS, Math.max(0, shift.endMs - nowMs - (left ?? 0)))
          : 0;
      return layoutOf({ startMs: nowMs + breakMs, endMs: shift.endMs, drivingMs: left });
    });
}
