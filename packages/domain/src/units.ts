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

/** The unit that counts for a preference (requirement S-01). */
export function distanceUnit(preference: DistanceUnit | null): DistanceUnit {
  return preference ?? 'MLS';
}

/** Metres in miles or kilometres, unrounded. */
export function distanceFromMetres(metres: number, unit: DistanceUnit): number {
  return unit === 'KMS' ? metres / 1000 : metres * MILES_PER_METRE;
}

/** A distance a person typed, in metres. */
export function metresFromDistance(distance: number, unit: DistanceUnit): number {
  return unit === 'KMS' ? distance * 1000 : distance * METRES_PER_MILE;
}

const formats = new Map<string, Intl.NumberFormat>();

function fixed(value: number, decimals: number, locale: string): string {
  const key = `${locale} ${decimals}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format.format(value);
}

const UNIT_NAMES = { MLS: 'mi', KMS: 'km' } as const;
const SPEED_NAMES = { MLS: 'mph', KMS: 'km/h' } as const;

/** A distance with its unit, two decimals by default (requirement S-06). */
export function formatDistance(
  metres: number,
  unit: DistanceUnit,
  decimals = 2,
  locale = 'en-GB',
): string {
  return `${fixed(distanceFromMetres(metres, unit), decimals, locale)} ${UNIT_NAMES[unit]}`;
}

/** An odometer, without decimals (requirement S-07). */
export function formatOdometer(metres: number, unit: DistanceUnit, locale = 'en-GB'): string {
  return formatDistance(metres, unit, 0, locale);
}

/** A speed with its unit, whole numbers. */
export function formatSpeed(speedKmh: number, unit: DistanceUnit, locale = 'en-GB'): string {
  const value = unit === 'KMS' ? speedKmh : speedKmh * MILES_PER_KM;
  return `${fixed(value, 0, locale)} ${SPEED_NAMES[unit]}`;
}

/** A temperature with one decimal in °C (requirement S-08). */
export function formatTemperature(celsius: number, locale = 'en-GB'): string {
  return `${fixed(celsius, 1, locale)} °C`;
}

/** A battery as a percentage (requirement S-09). */
export function formatBattery(percent: number, locale = 'en-GB'): string {
  return `${fixed(percent, 0, locale)} %`;
}
