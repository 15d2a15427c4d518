import { formatNumber } from '../numbers.ts';
import { type DistanceUnit, KM_PER_MILE, MILES_PER_KM, MILES_PER_METRE } from '../units.ts';
import { ATTRIBUTES, type AttributeKey, type AttributeUnit } from './dictionary.ts';

/** Miles per imperial gallon at one litre per 100 km: 4.54609 l per gallon. */
const MPG_AT_1_L_100_KM = (100 * 4.54609) / KM_PER_MILE;

/** A value in a person's unit. */
export interface ShownValue {
  readonly value: number;
  /** Empty for a number without a unit. */
  readonly unit: string;
}

/**
 * A number in the units of a person: distances and speeds in miles if they prefer miles,
 * consumption in miles per imperial gallon and miles per kWh.
 */
export function inUnitOf(
  value: number,
  unit: AttributeUnit | null,
  distance: DistanceUnit,
): ShownValue {
  const isMiles = distance === 'MLS';
  switch (unit) {
    case 'm':
      return isMiles
        ? { value: value * MILES_PER_METRE, unit: 'mi' }
        : { value: value / 1000, unit: 'km' };
    case 'km/h':
      return isMiles ? { value: value * MILES_PER_KM, unit: 'mph' } : { value, unit: 'km/h' };
    case 'L/100 km':
      return isMiles && value > 0
        ? { value: MPG_AT_1_L_100_KM / value, unit: 'mpg' }
        : { value, unit: 'L/100 km' };
    case 'kWh/100 km':
      return isMiles && value > 0
        ? { value: (100 * MILES_PER_KM) / value, unit: 'mi/kWh' }
        : { value, unit: 'kWh/100 km' };
    default:
      return { value, unit: unit ?? '' };
  }
}

/** Decimals of a unit on screens; one for units that are not listed. */
const DECIMALS: Readonly<Record<string, number>> = {
  '%': 0,
  rpm: 0,
  kg: 0,
  kPa: 0,
  mA: 0,
  mph: 0,
  'km/h': 0,
  km: 0,
  mi: 0,
  dBm: 0,
  mm: 0,
  '': 0,
};

/** A number of an attribute with its unit, in the units of a person: `12,345 mi`, `81 %`. */
export function formatAttribute(
  key: AttributeKey,
  value: number,
  distance: DistanceUnit,
  locale: string,
): string {
  const shown = inUnitOf(value, ATTRIBUTES[key].unit, distance);
  const text = formatNumber(shown.value, locale, DECIMALS[shown.unit] ?? 1);
  return shown.unit === '' ? text : `${text} ${shown.unit}`;
}
