import { type Activity, isDriving, isRest } from './activity.ts';
import { DEGREES, excessSeverity, hours, type Infringement, minutes } from './infringement.ts';

const DRIVING_LIMIT_MS = hours(4.5);
const WHOLE_BREAK_MS = minutes(45);
const FIRST_PART_MS = minutes(15);
const SECOND_PART_MS = minutes(30);

/** Driving since the last whole break, and how it can be ended. */
export interface BreakState {
  /** Driving in ms since the last break of 45 minutes, or of 15 and 30. */
  readonly drivingMs: number;
  /** Whether a first part of at least 15 minutes was taken; 30 minutes then complete the break. */
  readonly hasFirstPart: boolean;
}

/**
 * Whether time counts as a break: rest, and in multi-manning also 45 minutes of availability in a
 * vehicle that another person drives (article 7, third paragraph).
 */
const countsAsBreak = (activity: Activity) =>
  isRest(activity) || (activity.kind === 'availability' && activity.isCrew === true);

/** Neighbouring activities that count as a break are one break. */
function breakEnd(timeline: readonly Activity[], from: number): number {
  let last = from;
  for (let next = from + 1; next < timeline.length; next += 1) {
    const activity = timeline[next];
    if (activity === undefined || !countsAsBreak(activity)) break;
    last = next;
  }
  return last;
}

/**
 * Checks breaks (Regulation (EC) 561/2006, article 7): after 4.5 hours of driving a break of at least
 * 45 minutes, or one of at least 15 minutes followed by one of at least 30. A whole break starts a new
 * period of driving (Court of Justice, C-116/92).
 *
 * @param timeline gapless, in sequence of time
 */
export function checkBreaks(timeline: readonly Activity[]): {
  readonly infringements: readonly Infringement[];
  readonly state: BreakState;
} {
  const infringements: Infringement[] = [];
  let drivingMs = 0;
  let hasFirstPart = false;
  let startMs: number | null = null;
  let endMs = 0;
  const close = () => {
    if (startMs !== null && drivingMs > DRIVING_LIMIT_MS) {
      infringements.push({
        rule: 'break',
        paragraph: '561/2006 Art. 7',
        severity: excessSeverity(drivingMs, DEGREES.break),
        startMs,
        endMs,
        actualMs: drivingMs,
        limitMs: DRIVING_LIMIT_MS,
      });
    }
    drivingMs = 0;
    hasFirstPart = false;
    startMs = null;
  };
  for (let index = 0; index < timeline.length; index += 1) {
    const activity = timeline[index];
    if (activity === undefined) break;
    if (isDriving(activity)) {
      startMs ??= activity.startMs;
      drivingMs += activity.endMs - activity.startMs;
      endMs = activity.endMs;
    } else if (countsAsBreak(activity)) {
      const last = breakEnd(timeline, index);
      const lengthMs = (timeline[last]?.endMs ?? activity.endMs) - activity.startMs;
      index = last;
      if (lengthMs >= WHOLE_BREAK_MS || (hasFirstPart && lengthMs >= SECOND_PART_MS)) close();
      else if (lengthMs >= FIRST_PART_MS && startMs !== null) hasFirstPart = true;
    }
  }
  const state = { drivingMs, hasFirstPart };
  close();
  return { infringements, state };
}
