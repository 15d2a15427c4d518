import type { ActivityKind, HoursRule } from '@roadworthy/domain';
import { type Activity, HOUR_MS, MINUTE_MS } from './activity.ts';
import { analyseDriversHours, type DriversHoursRules } from './index.ts';

/** Monday 2026-01-05 00:00 UTC. */
export const MONDAY_MS = Date.UTC(2026, 0, 5);

const KINDS: Readonly<Record<string, ActivityKind>> = {
  D: 'driving',
  W: 'work',
  A: 'availability',
  R: 'rest',
  U: 'unknown',
};

const lengthMs = (text: string) => {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
};

/**
 * Activities from a plan, each a letter of `KINDS` with its length: `D4:30 R0:45 D2`. `c` behind it is
 * multi-manning, `f` ferry or train, `o` out of scope. `5x(D9 R15)` repeats.
 */
export function plan(text: string, startMs = MONDAY_MS + 6 * HOUR_MS): Activity[] {
  const whole = text.replace(/(\d+)x\(([^)]*)\)/g, (_all, times: string, part: string) =>
    Array.from({ length: Number(times) }, () => part).join(' '),
  );
  let atMs = startMs;
  return whole
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [, letter = '', length = '', marks = ''] = /^([A-Z])([\d:]+)([cfo]*)$/.exec(word) ?? [];
      const kind = KINDS[letter];
      if (kind === undefined) throw new Error(`not an activity: ${word}`);
      const activity: Activity = {
        kind,
        startMs: atMs,
        endMs: atMs + lengthMs(length),
        ...(marks.includes('c') ? { isCrew: true } : {}),
        ...(marks.includes('f') ? { isFerry: true } : {}),
        ...(marks.includes('o') ? { isOutOfScope: true } : {}),
      };
      atMs = activity.endMs;
      return activity;
    });
}

export const RULES: DriversHoursRules = {
  regime: 'eu',
  mayReduceTwice: false,
  referenceWeeks: 17,
  nightHours: 4,
  timeZone: 'Europe/London',
};

/** The analysis of a plan at its end. */
export function analysed(text: string, rules: Partial<DriversHoursRules> = {}, startMs?: number) {
  const activities = plan(text, startMs);
  return analyseDriversHours(activities, { ...RULES, ...rules }, activities.at(-1)?.endMs ?? 0);
}

/** Hours and minutes of a duration: `4:30`. */
export function clock(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** What was found of some rules: severity, what was reached, and the limit. */
export function found(
  text: string,
  ofRules: readonly HoursRule[],
  rules: Partial<DriversHoursRules> = {},
  startMs?: number,
): string {
  return analysed(text, rules, startMs)
    .infringements.filter(({ rule }) => ofRules.includes(rule))
    .map(({ actualMs, limitMs, severity }) => `${severity} ${clock(actualMs)}/${clock(limitMs)}`)
    .join(', ');
}
