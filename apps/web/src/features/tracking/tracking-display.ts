import {
  formatBattery,
  formatMoment,
  formatOdometer,
  formatSpeed,
  formatTemperature,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import type { Display } from '../../ui/display.ts';
import { placeText } from '../../ui/known-text.ts';
import type { TrackVehicle } from './fleet-store.ts';

type DisplayUnit = TrackVehicle['display_units'][number];

/** A display unit as text, by its unit type (requirement M-06); null if the type is unknown. */
export function displayText(
  value: DisplayUnit,
  { unit, dates, locale }: Display,
  t: TFunction,
): string | null {
  switch (value.unit_type) {
    case 'date_time':
      return value.date_value === null ? null : formatMoment(Date.parse(value.date_value), dates);
    case 'address_location':
      return value.text === null ? null : placeText(value.text, t, locale);
    case 'odo':
      return value.value === null ? null : formatOdometer(value.value, unit, locale);
    case 'battery':
      return formatBattery(value.value, value.volts ?? null, locale);
    case 'temperature':
      return value.value === null ? null : formatTemperature(value.value, locale);
  }
}

/** The text of one of a vehicle's display units. */
export function textOf(
  vehicle: TrackVehicle,
  type: DisplayUnit['unit_type'],
  display: Display,
  t: TFunction,
): string | null {
  const found = vehicle.display_units.find(({ unit_type }) => unit_type === type);
  return found === undefined ? null : displayText(found, display, t);
}

/** The speed of a vehicle in the user's unit. */
export function speedText(vehicle: TrackVehicle, { unit, locale }: Display): string {
  return formatSpeed(vehicle.speed, unit, locale);
}

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** The compass point of a heading in degrees. */
export function compass(headingDeg: number): (typeof COMPASS)[number] {
  return COMPASS[Math.round(headingDeg / 45) % 8] ?? 'N';
}
