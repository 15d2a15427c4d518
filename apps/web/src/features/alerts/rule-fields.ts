import type { AlertTemplate } from '@roadworthy/domain';
import type { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../session/storage.ts';
import type { Rule, RuleBody } from './use-alerts.ts';

const MINUTES_A_DAY = 1440;

/** Defaults of a new rule: all vehicles, always, in the app. */
export function newRule({ user }: CurrentUser): RuleBody {
  return {
    name: '',
    is_active: true,
    severity: 'warning',
    event_codes: [],
    vehicles: [],
    depots: [],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from_minute: 0,
    until_minute: MINUTES_A_DAY,
    time_zone: user.prefs.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    notify_in_app: true,
    emails: [],
    webhook_url: null,
    template: null,
    geofences: [],
    min_speed_kmh: null,
    min_duration_s: null,
    sms_numbers: [],
  };
}

/** The request body of a rule that was read. */
export function bodyOf(rule: RuleBody): RuleBody {
  const { name, is_active, severity, event_codes, vehicles, depots, weekdays } = rule;
  const { from_minute, until_minute, time_zone, notify_in_app, emails, webhook_url } = rule;
  const { template, geofences, min_speed_kmh, min_duration_s, sms_numbers } = rule;
  return {
    name,
    is_active,
    severity,
    event_codes,
    vehicles,
    depots,
    weekdays,
    from_minute,
    until_minute,
    time_zone,
    notify_in_app,
    emails,
    webhook_url,
    template,
    geofences,
    min_speed_kmh,
    min_duration_s,
    sms_numbers,
  };
}

/** Minutes after midnight as a time field shows them; the end of the day is 00:00. */
export function timeOf(minute: number): string {
  const within = minute % MINUTES_A_DAY;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

/** Minutes after midnight of "HH:mm". */
export function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** When a rule applies: "Mon–Fri 08:00–17:00", "always". */
export function hoursText(
  { weekdays, from_minute, until_minute }: Pick<Rule, 'weekdays' | 'from_minute' | 'until_minute'>,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const isWholeDay = from_minute === 0 && until_minute === MINUTES_A_DAY;
  if (weekdays.length === 7 && isWholeDay) return t('alerts.always');
  const days =
    weekdays.length === 7
      ? ''
      : [...weekdays]
          .sort((a, b) => a - b)
          .map((day) => t(`alerts.day.${day}`))
          .join(', ');
  const hours = isWholeDay ? '' : `${timeOf(from_minute)}–${timeOf(until_minute)}`;
  return [days, hours].filter((part) => part !== '').join(' ');
}

/** The conditions of a template; what it does not name is as in a new rule. */
export function fromTemplate(template: AlertTemplate): Partial<RuleBody> {
  const [from_minute, until_minute] = template.hours ?? [0, MINUTES_A_DAY];
  return {
    template: template.key,
    severity: template.severity,
    event_codes: [...template.eventCodes],
    min_speed_kmh: template.minSpeedKmh ?? null,
    min_duration_s: template.minDurationS ?? null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from_minute,
    until_minute,
  };
}
