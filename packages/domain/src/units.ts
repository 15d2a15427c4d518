import { formatNumber, formatPercent } from './numbers.ts';

/** Distance units of a person's preferences; null means miles (requirement S-01). */
export type DistanceUnit = 'MLS' | 'KMS';

/** Requirement S-02: miles to km. */
export const KM_PER_MILE = 1.609;
/** Requirement S-03: miles to metres. */
export const METRES_PER_MILE = 1609;
/** Requirement S-04: km to miles. */
export const MILES_PER_KM = 0.62137;
/** Requirement S-05: metres to miles. */
export const MILES_PER_METRE = 0.000621371192;

/** The unit for a preference (requirement S-01). */
export function distanceUnit(preference: DistanceUnit | null): DistanceUnit {
  return preference ?? 'MLS';
}

/** Metres in miles or kilometres, unrounded. */
export function distanceFromMetres(metres: number, unit: DistanceUnit): number {
  return unit === 'KMS' ? metres / 1000 : metres * MILES_PER_METRE;
}

/** A distance that a user entered, in metres. */
export function metresFromDistance(distance: number, unit: DistanceUnit): number {
  return unit === 'KMS' ? distance * 1000 : distance * METRES_PER_MILE;
}

const UNIT_NAMES = { MLS: 'mi', KMS: 'km' } as const;
const SPEED_NAMES = { MLS: 'mph', KMS: 'km/h' } as const;

/** A distance with its unit, two decimals by default (requirement S-06). */
export function formatDistance(
  metres: number,
  unit: DistanceUnit,
  locale: string,
  decimals = 2,
): string {
  return `${formatNumber(distanceFromMetres(metres, unit), locale, decimals)} ${UNIT_NAMES[unit]}`;
}

/** An odometer, without decimals (requirement S-07). */
export function formatOdometer(metres: number, unit: DistanceUnit, locale: string): string {
  return formatDistance(metres, unit, locale, 0);
}

/** A speed with its unit, whole numbers. */
export function formatSpeed(speedKmh: number, unit: DistanceUnit, locale: string): string {
  const value = unit === 'KMS' ? speedKmh : speedKmh * MILES_PER_KM;
  return `${formatNumber(value, locale, 0)} ${SPEED_NAMES[unit]}`;
}

/** A temperature with one decimal in °C (requirement S-08). */
export function formatTemperature(celsius: number, locale: string): string {
  return `${formatNumber(celsius, locale, 1)} °C`;
}

/**
 * A battery as a percentage (requirement S-09), with the voltage where it is known.
 *
 * @returns null where the device reports neither
 */
export function formatBattery(
  percent: number | null,
  volts: number | null,
  locale: string,
): string | null {
  const voltage = volts === null ? null : `${formatNumber(volts, locale, 1)} V`;
  if (percent === null) return voltage;
  const charge = formatPercent(percent, locale, 0);
  return voltage === null ? charge : `${charge} (${voltage})`;
}
