import {
  FOOTAGE_DAYS_UNKNOWN,
  formatTime,
  LIVE_DURATION_S,
  RECORDED_DURATION_S,
  toApiDate,
  toApiDateTime,
  VIDEO_DURATION_STEP_S,
} from '@roadworthy/domain';
import { type Day, momentsOf } from '../../../ui/date-range/calendar.ts';

/** Recorded video, or video from now on (requirement F-32). */
export type RequestKind = 'recorded' | 'live';

/** The result of the dialog (requirements F-40, V-08). */
export interface VideoRequestResult {
  /** UTC. */
  readonly start: string;
  /** Seconds. */
  readonly duration: number;
  readonly vehicle: number;
}

const slider = ({ min, max, initial }: { min: number; max: number; initial: number }) => ({
  leastS: min,
  mostS: max,
  firstS: initial,
  stepS: VIDEO_DURATION_STEP_S,
});

/** The range of the slider, seconds (requirements F-37 to F-39). */
export const DURATIONS = {
  recorded: slider(RECORDED_DURATION_S),
  live: slider(LIVE_DURATION_S),
} as const;

const DAY_MS = 86_400_000;

/**
 * The range of possible start times: from the oldest video that the device reports, else seven
 * days back, to now less the duration (requirements F-36, F-P04).
 *
 * @param oldestMs ms since 1970 UTC; null if the device reports none
 */
export function startRange(
  oldestMs: number | null,
  durationS: number,
  nowMs: number,
): { earliestMs: number; latestMs: number } {
  return {
    earliestMs: oldestMs ?? nowMs - FOOTAGE_DAYS_UNKNOWN * DAY_MS,
    latestMs: nowMs - durationS * 1000,
  };
}

/** A duration within the range and steps of the slider (requirement F-37). */
export function onSlider(kind: RequestKind, durationS: number): number {
  const { leastS, mostS, stepS } = DURATIONS[kind];
  return Math.min(mostS, Math.max(leastS, Math.round(durationS / stepS) * stepS));
}

/** Day and time of a timestamp in a time zone; the time as HH:mm:ss. */
export function wallTime(timeMs: number, timeZone: string | null): { day: Day; time: string } {
  const preferences = { timeZone, dateFormat: null, timeFormat: '24' };
  return { day: toApiDate(timeMs, timeZone), time: formatTime(timeMs, preferences, true) };
}

/**
 * The timestamp of a day and a local time in a time zone.
 *
 * @param time HH:mm or HH:mm:ss
 * @returns ms since 1970 UTC, null for an invalid time; the first of an ambiguous hour
 */
export function momentAt(day: Day, time: string, timeZone: string | null): number | null {
  const [, hour, minute, second = '0'] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const wantedS = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const plainMs = Date.parse(momentsOf({ from: day, to: day }, timeZone).start) + wantedS * 1000;
  // On a day with a clock change, hours since midnight and local time differ.
  const shown = wallTime(plainMs, timeZone);
  const wallMs = (of: { day: Day; time: string }) => Date.parse(`${of.day}T${of.time}Z`);
  const wantedMs = Date.parse(`${day}T00:00:00Z`) + wantedS * 1000;
  return plainMs + wantedMs - wallMs(shown);
}

/** The dialog's result (requirement F-40). */
export function resultOf(vehicle: number, startMs: number, duration: number): VideoRequestResult {
  return { start: toApiDateTime(startMs), duration, vehicle };
}
