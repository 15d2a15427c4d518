/** A rule covers one period, or the same hours every week. */
export const PRIVATE_USE_KINDS = ['period', 'weekly'] as const;
export type PrivateUseKind = (typeof PRIVATE_USE_KINDS)[number];

/** When a vehicle is in private use: one period, or weekly hours while the rule is valid. */
export interface PrivateUseRule {
  readonly kind: PrivateUseKind;
  /** Start of validity, ms since 1970 UTC. */
  readonly fromMs: number;
  /** End of validity, exclusive; Infinity while the rule has no end. */
  readonly untilMs: number;
  /** Days on which the hours begin, 1 (Monday) to 7; empty for one period. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight at which the hours begin and end; an end up to the begin is next day. */
  readonly startMin: number;
  readonly endMin: number;
  /** IANA name of the zone of the hours. */
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1440;
const WEEK_MIN = 7 * DAY_MIN;
/** In every zone and year, offsets change on a quarter of an hour. */
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

/** Minutes since Monday midnight in the local time of a zone. The last step of each zone is cached. */
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
 * Whether any moment of a range is private, to the minute. The end is inclusive; ms since 1970 UTC.
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
    // Hours begin and end at whole minutes, and one week contains all of them.
    const firstMs = Math.max(fromMs, rule.fromMs);
    const endMs = Math.min(lastMs, firstMs + WEEK_MIN * MINUTE_MS);
    for (let timeMs = firstMs; timeMs < endMs; timeMs += MINUTE_MS) {
      if (isWithinHours(rule, timeMs)) return true;
    }
    return isWithinHours(rule, endMs);
  });
}
