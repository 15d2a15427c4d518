import { EVENT } from '@roadworthy/domain';
import { digitPairs, utcOf } from '../bytes/nmea.ts';
import type { DeviceEvent } from '../record.ts';

const DAY_MS = 86_400_000;

/** Events of the keywords of alarms. */
const ALARMS: Readonly<Record<string, number>> = {
  'help me': EVENT.panicButton,
  'low battery': EVENT.lowBattery,
  stockade: EVENT.geofenceLeft,
  move: EVENT.towing,
  speed: EVENT.overSpeed,
  'door alarm': EVENT.doorOpened,
  'ac alarm': EVENT.powerDisconnected,
  'accident alarm': EVENT.collision,
  'sensor alarm': EVENT.shock,
  'bonnet alarm': EVENT.tampering,
};
/** The same of keywords that end with a value. */
const ALARMS_WITH_VALUE: readonly (readonly [start: string, code: number])[] = [
  ['T:', EVENT.temperatureOutOfRange],
  ['oil', EVENT.fuelAbnormal],
];

/** The event of a keyword. */
export function eventsOf(keyword: string): DeviceEvent[] {
  const withValue = ALARMS_WITH_VALUE.find(([start]) => keyword.startsWith(start));
  const code = Object.hasOwn(ALARMS, keyword) ? ALARMS[keyword] : withValue?.[1];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}

/**
 * The device's local time, `yymmddhhmm` with or without seconds or separators, as if it were UTC;
 * null if it is none.
 */
export function localTimeOf(text: string | undefined): number | null {
  const digits = (text ?? '').replace(/[/: ]/g, '');
  const fields = digitPairs(digits, 6) ?? digitPairs(`${digits}00`, 6);
  if (fields === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  return utcOf([year, month, day], [hour, minute, second]);
}

/**
 * The time in UTC: a report has its local date and time, and the time of day in UTC, so the day is
 * the one that brings both closest together.
 *
 * @param offsetMin minutes that the local time is ahead, used without a time of day in UTC
 */
export function reportTimeOf(
  local: string | undefined,
  utc: string | undefined,
  offsetMin: number,
): number | null {
  const localMs = localTimeOf(local);
  if (localMs === null) return null;
  const [hour, minute, second] = digitPairs((utc ?? '').split('.')[0], 3) ?? [];
  const ofDay =
    hour === undefined ? null : utcOf([0, 1, 1], [hour, minute as number, second as number]);
  if (ofDay === null) return localMs - offsetMin * 60_000;
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  const sameDay = dayMs + (ofDay % DAY_MS);
  // Local times range from twelve hours behind UTC to twelve ahead of it, by the minute.
  const aheadMs = Math.floor(localMs / 60_000) * 60_000 - Math.floor(sameDay / 60_000) * 60_000;
  if (aheadMs > DAY_MS / 2) return sameDay + DAY_MS;
  return aheadMs <= -DAY_MS / 2 ? sameDay - DAY_MS : sameDay;
}
