/** Whether a rule is of one stretch of time, or of the same hours every week. */
export const PRIVATE_USE_KINDS = ['period', 'weekly'] as const;
export type PrivateUseKind = (typeof PRIVATE_USE_KINDS)[number];

/** When a vehicle is in private use: a stretch of time, or hours of a week while the rule counts. */
export interface PrivateUseRule {
  readonly kind: PrivateUseKind;
  /** The rule counts from here, ms since 1970 UTC. */
  readonly fromMs: number;
  /** Up to here, exclusive; Infinity until somebody ends it. */
  readonly untilMs: number;
  /** Days on which the hours begin, 1 (Monday) to 7; empty for a stretch of time. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight at which the hours begin and end; an end up to the begin is of the next day. */
  readonly startMin: number;
  readonly endMin: number;
  /** IANA name of the zone whose clock is meant. */
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1440;
const WEEK_MIN = 7 * DAY_MIN;
/** Zones change their offset at a quarter of an hour, whatever zone and whatever year. */
const STEP_MS = 15 * MINUTE_MS;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface Known {
  readonly format: Intl.DateTimeFormat;
  stepMs: number;
  /** Minute of the week at the start of the step. */
  minute: number;
}

const zones = new Map<string, Known>();

function minuteAt(format: Intl.DateTimeFormat, timeMs: number): number {
  const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
  const day = WEEKDAYS.indexOf(parts.get('weekday') ?? '');
  return day * DAY_MIN + Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
}

/** Minutes since Monday midnight on the clock of a zone. The last step of each zone is remembered. */
function minuteOfWeek(timeMs: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    zone = { format, stepMs: Number.NaN, minute: 0 };
    zones.set(timeZone, zone);
  }
  const stepMs = Math.floor(timeMs / STEP_MS) * STEP_MS;
  if (zone.stepMs !== stepMs) {
    zone.stepMs = stepMs;
    zone.minute = minuteAt(zone.format, stepMs);
  }
  return zone.minute + Math.floor((timeMs - stepMs) / MINUTE_MS);
}

function isWithinHours(rule: PrivateUseRule, timeMs: number): boolean {
  const minute = minuteOfWeek(timeMs, rule.timeZone);
  const lengthMin = (rule.endMin - rule.startMin + DAY_MIN) % DAY_MIN || DAY_MIN;
  return rule.weekdays.some((day) => {
    const sinceMin = minute - (day - 1) * DAY_MIN - rule.startMin;
    return (sinceMin + 2 * WEEK_MIN) % WEEK_MIN < lengthMin;
  });
}

/** Whether a rule makes a moment private (ms since 1970 UTC). */
export function isPrivateBy(rule: PrivateUseRule, timeMs: number): boolean {
  if (timeMs < rule.fromMs || timeMs >= rule.untilMs) return false;
  return rule.kind === 'period' || isWithinHours(rule, timeMs);
}

/** Whether any of the rules makes a moment private (ms since 1970 UTC). */
export function isPrivateAt(rules: readonly PrivateUseRule[], timeMs: number): boolean {
  return rules.some((rule) => isPrivateBy(rule, timeMs));
}

/**
 * Whether any moment of a stretch is private, to the minute. The end is inclusive; ms since 1970 UTC.
 */
export function isPrivateWithin(
  rules: readonly PrivateUseRule[],
  stretch: { readonly fromMs: number; readonly toMs: number },
): boolean {
  const { fromMs, toMs } = stretch;
  return rules.some((rule) => {
    if (toMs < rule.fromMs || fromMs >= rule.untilMs) return false;
    if (rule.kind === 'period') return true;
    const lastMs = Math.min(toMs, rule.untilMs - 1);
    // Hours begin and end at whole minutes, and a week has been all of them.
    const firstMs = Math.max(fromMs, rule.fromMs);
    const endMs = Math.min(lastMs, firstMs + WEEK_MIN * MINUTE_MS);
    for (let timeMs = firstMs; timeMs < endMs; timeMs += MINUTE_MS) {
      if (isWithinHours(rule, timeMs)) return true;
    }
    return isWithinHours(rule, endMs);
  });
}
