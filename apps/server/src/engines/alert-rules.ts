/** The conditions of an alert rule. Empty vehicles and depots mean all. */
export interface AlertRule {
  readonly eventCodes: readonly number[];
  readonly vehicleIds: readonly number[];
  readonly depotIds: readonly number[];
  /** 1 Monday to 7 Sunday, in the rule's time zone. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight, 0 to 1440; an end at or before the start runs past midnight. */
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Empty for everywhere. */
  readonly geofenceIds: readonly number[];
  /** Null for any speed. */
  readonly minSpeedKmh: number | null;
}

/** An event, with the fields that rules check. */
export interface AlertableEvent {
  readonly eventCode: number;
  readonly vehicleId: number;
  /** Depots of the vehicle. */
  readonly depotIds: readonly number[];
  /** ms since 1970 UTC */
  readonly occurredMs: number;
  readonly speedKmh: number | null;
  /** The geofences in which it happened. */
  readonly geofenceIds: readonly number[];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

/** Day of the week (1 Monday) and minutes after midnight of a time in a time zone. */
function localTime(timeMs: number, timeZone: string): { weekday: number; minute: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  );
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

/**
 * Whether a time is within the hours of a rule. Hours past midnight belong to the day on which they
 * started.
 */
export function isInHours(
  rule: Pick<AlertRule, 'weekdays' | 'fromMinute' | 'untilMinute' | 'timeZone'>,
  timeMs: number,
): boolean {
  const { weekday, minute } = localTime(timeMs, rule.timeZone);
  const { fromMinute, untilMinute } = rule;
  if (fromMinute < untilMinute) {
    return rule.weekdays.includes(weekday) && minute >= fromMinute && minute < untilMinute;
  }
  if (minute >= fromMinute) return rule.weekdays.includes(weekday);
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return minute < untilMinute && rule.weekdays.includes(dayBefore);
}

/** Whether a rule applies to an event. A vehicle matches if it is named, or in a named depot. */
export function ruleMatches(rule: AlertRule, event: AlertableEvent): boolean {
  if (!rule.eventCodes.includes(event.eventCode)) return false;
  if (rule.minSpeedKmh !== null && (event.speedKmh ?? 0) < rule.minSpeedKmh) return false;
  const isInPlace =
    rule.geofenceIds.length === 0 || event.geofenceIds.some((id) => rule.geofenceIds.includes(id));
  if (!isInPlace) return false;
  const isForAll = rule.vehicleIds.length === 0 && rule.depotIds.length === 0;
  const isNamed =
    rule.vehicleIds.includes(event.vehicleId) ||
    event.depotIds.some((depot) => rule.depotIds.includes(depot));
  return (isForAll || isNamed) && isInHours(rule, event.occurredMs);
}
