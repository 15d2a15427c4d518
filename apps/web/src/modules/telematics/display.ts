import {
  formatBattery,
  formatMoment,
  formatOdometer,
  formatSpeed,
  formatTemperature,
} from '@roadworthy/domain';
import type { Display } from '../../shell/display.ts';
import type { TrackVehicle } from './fleet-store.ts';

type DisplayUnit = TrackVehicle['display_units'][number];

/** A display unit as text, by its unit type (requirement M-06); null where nobody knows it. */
export function displayText(value: DisplayUnit, { unit, dates }: Display): string | null {
  switch (value.unit_type) {
    case 'date_time':
      return value.date_value === null ? null : formatMoment(Date.parse(value.date_value), dates);
    case 'address_location':
      return value.text;
    case 'odo':
      return value.value === null ? null : formatOdometer(value.value, unit);
    case 'battery':
      return value.value === null ? value.text : formatBattery(value.value);
    case 'temperature':
      return value.value === null ? null : formatTemperature(value.value);
  }
}

/** The text of one of a vehicle's display units. */
export function textOf(
  vehicle: TrackVehicle,
  type: DisplayUnit['unit_type'],
  display: Display,
): string | null {
  const found = vehicle.display_units.find(({ unit_type }) => unit_type === type);
  return found === undefined ? null : displayText(found, display);
}

/** The speed of a vehicle in the person's unit. */
export function speedText(vehicle: TrackVehicle, { unit }: Display): string {
  return formatSpeed(vehicle.speed, unit);
}

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** The point of the compass of a heading in degrees. */
export function compass(headingDeg: number): (typeof COMPASS)[number] {
  return COMPASS[Math.round(headingDeg / 45) % 8] ?? 'N';
}
