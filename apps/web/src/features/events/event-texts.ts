import {
  type DistanceUnit,
  EVENT,
  eventType,
  formatDuration,
  formatNumber,
  formatSpeed,
  formatTemperature,
} from '@roadworthy/domain';
import type { FleetEvent } from './use-events.ts';

/** First and last name; null if the driver is unknown. */
export function driverText(driver: FleetEvent['driver']): string | null {
  return driver === null ? null : `${driver.first_name} ${driver.surname}`;
}

/** Units of the measured value by event code, other than speeds and temperatures. */
const UNITS: Readonly<Record<number, string>> = {
  40: 'm/s²',
  41: 'm/s²',
  42: 'm/s²',
  58: 'V',
  59: 'V',
  60: 'V',
};
const OVER_SPEED = new Set<number>([EVENT.overSpeed, EVENT.roadSignExceeded]);

/** The measured value of an event in the user's unit; null for none. */
export function valueText(
  { value, event }: FleetEvent,
  unit: DistanceUnit,
  locale: string,
): string | null {
  if (value === null) return null;
  if (OVER_SPEED.has(event.eventCode)) return formatSpeed(value, unit, locale);
  if (event.eventCode === EVENT.temperatureOutOfRange) return formatTemperature(value, locale);
  const ofCode = UNITS[event.eventCode];
  return ofCode === undefined ? null : `${formatNumber(value, locale, 1)} ${ofCode}`;
}

/** The duration of an event; null for a momentary or ongoing one. */
export function durationText({ timestamp, ended_at }: FleetEvent, locale: string): string | null {
  if (ended_at === null) return null;
  return formatDuration((Date.parse(ended_at) - Date.parse(timestamp)) / 1000, locale);
}

/** Whether a lasting event is still ongoing. */
export const isLasting = ({ ended_at, event }: FleetEvent): boolean =>
  ended_at === null && eventType(event.eventCode)?.kind === 'state';
