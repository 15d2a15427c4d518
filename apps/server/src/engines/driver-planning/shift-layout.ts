import type { Activity } from '../drivers-hours/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Driving without a break (Regulation (EC) 561/2006, article 7). */
const DRIVING_PART_MS = 4.5 * HOUR_MS;
const DRIVING_BREAK_MS = 45 * MINUTE_MS;
/** Work without a break, and the breaks of a day (Directive 2002/15/EC, article 5). */
const WORK_PART_MS = 6 * HOUR_MS;
const LONG_DAY_MS = 9 * HOUR_MS;
const SHORT_DAY_BREAK_MS = 30 * MINUTE_MS;
const LONG_DAY_BREAK_MS = 45 * MINUTE_MS;
const BREAK_PART_MS = 15 * MINUTE_MS;

/** A planned time of duty. Times in ms since 1970 UTC, durations in ms. */
export interface PlannedTime {
  readonly startMs: number;
  readonly endMs: number;
  /** Null if the driving is not planned: all of it is then other work. */
  readonly drivingMs: number | null;
}

/** The number and the length of the breaks with which a shift keeps the rules. */
function breaksOf(lengthMs: number, drivingMs: number) {
  const drivingParts = Math.ceil(drivingMs / DRIVING_PART_MS);
  let parts = Math.max(1, drivingParts);
  // Breaks shorten the working time, and with it the number of parts: a few rounds settle it.
  for (let round = 0; round < 6; round += 1) {
    const eachMs = breakLength(lengthMs, parts, drivingParts > 1);
    const workingMs = lengthMs - (parts - 1) * eachMs;
    const needed = Math.max(
      drivingParts,
      workingMs > WORK_PART_MS ? Math.max(2, Math.ceil(workingMs / WORK_PART_MS)) : 1,
    );
    if (needed <= parts) return { parts, eachMs };
    parts = needed;
  }
  return { parts, eachMs: breakLength(lengthMs, parts, drivingParts > 1) };
}

function breakLength(lengthMs: number, parts: number, isForDriving: boolean): number {
  if (parts < 2) return 0;
  if (isForDriving) return DRIVING_BREAK_MS;
  const isLong = lengthMs - SHORT_DAY_BREAK_MS > LONG_DAY_MS;
  const wholeMs = isLong ? LONG_DAY_BREAK_MS : SHORT_DAY_BREAK_MS;
  return Math.max(BREAK_PART_MS, Math.ceil(wholeMs / (parts - 1) / MINUTE_MS) * MINUTE_MS);
}

/**
 * The activities of a planned shift in the most favourable sequence: driving and other work in equal parts,
 * with the breaks that the rules require between them. A rule that breaks even so cannot be kept with this
 * shift. Breaks that do not fit beside the driving are cut short.
 */
export function layoutOf({ drivingMs, endMs, startMs }: PlannedTime): readonly Activity[] {
  const lengthMs = endMs - startMs;
  if (lengthMs <= 0) return [];
  const drivenMs = Math.min(Math.max(0, drivingMs ?? 0), lengthMs);
  const { eachMs, parts } = breaksOf(lengthMs, drivenMs);
  const roomMs = Math.floor((lengthMs - drivenMs) / Math.max(1, parts - 1));
  const breakMs = parts > 1 ? Math.min(eachMs, roomMs) : 0;
  const workMs = lengthMs - drivenMs - (parts - 1) * breakMs;
  const activities: Activity[] = [];
  let atMs = startMs;
  const add = (kind: Activity['kind'], untilMs: number) => {
    if (untilMs > atMs) activities.push({ kind, startMs: atMs, endMs: untilMs });
    atMs = Math.max(atMs, untilMs);
  };
  for (let part = 0; part < parts; part += 1) {
    add('work', atMs + share(workMs, part, parts));
    add('driving', atMs + share(drivenMs, part, parts));
    if (part < parts - 1) add('rest', atMs + breakMs);
  }
  return activities;
}

/** One of equal parts of a duration; together they are the whole. */
const share = (ms: number, part: number, parts: number) =>
  Math.round((ms * (part + 1)) / parts) - Math.round((ms * part) / parts);
