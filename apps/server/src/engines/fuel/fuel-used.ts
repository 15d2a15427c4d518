import type { EngineRecord } from '../record.ts';

/** The fuel that the engine used, from its counter: plain JSON data of bounded size. */
export interface UsedState {
  /** Litres since the first reading. */
  totalL: number;
  /** The last reading of the counter, and its time; null before the first. */
  rawL: number | null;
  rawMs: number;
  /** Totals of about the last half an hour: time and litres. */
  points: (readonly [timeMs: number, totalL: number])[];
  /** The trip in progress, with the total at its start; null if that is not known. */
  tripMs: number | null;
  tripL: number | null;
}

/** The state before the first record. */
export const initialUsed = (): UsedState => ({
  totalL: 0,
  rawL: null,
  rawMs: 0,
  points: [],
  tripMs: null,
  tripL: null,
});

const HOUR_MS = 3_600_000;
const POINT_EVERY_MS = 30_000;
const MOST_POINTS = 60;
/** A counter that rises faster belongs to another device, or was set. */
const MOST_LH = 120;
const MOST_STEP_L = 5;
/** A reading this much after the start of a trip still is that of its start. */
const START_SLACK_MS = 5 * 60_000;

/** Processes the counter of a record. */
export function advanceUsed(
  state: UsedState,
  { timeMs }: EngineRecord,
  usedL: number | null,
): void {
  if (usedL === null) return;
  if (state.rawL !== null) {
    const step = usedL - state.rawL;
    const most = MOST_STEP_L + ((timeMs - state.rawMs) / HOUR_MS) * MOST_LH;
    if (step > 0 && step <= most) state.totalL += step;
  }
  state.rawL = usedL;
  state.rawMs = timeMs;
  const last = state.points.at(-1);
  // The newest point follows the counter until it is old enough for the next one.
  if (last !== undefined && timeMs - (state.points.at(-2)?.[0] ?? 0) < POINT_EVERY_MS)
    state.points.pop();
  state.points.push([timeMs, state.totalL]);
  if (state.points.length > MOST_POINTS) state.points.shift();
}

/** The total at a time; null if the counter was not read then. */
function totalAt(state: UsedState, timeMs: number): number | null {
  let found: number | null = null;
  for (const [atMs, totalL] of state.points) {
    if (atMs <= timeMs || (found === null && atMs - timeMs <= START_SLACK_MS)) found = totalL;
  }
  return found;
}

/** Litres used on a trip; null without readings of the counter at its start and its end. */
export function usedOfTrip(
  state: UsedState,
  trip: { readonly startedMs: number; readonly endedMs: number },
): number | null {
  if (state.tripMs !== trip.startedMs) {
    state.tripMs = trip.startedMs;
    state.tripL = totalAt(state, trip.startedMs);
  }
  const endL = totalAt(state, trip.endedMs);
  if (state.tripL === null || endL === null) return null;
  return Math.round((endL - state.tripL) * 1000) / 1000;
}
