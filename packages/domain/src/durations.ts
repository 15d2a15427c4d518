import { formatUnit } from './amounts.ts';
import { LOCALE } from './dates.ts';

/** Units of a duration and their lengths in seconds (requirements S-20 to S-22). */
const DURATION_UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export type DurationUnit = (typeof DURATION_UNITS)[number][0];

/** The two largest units that are not 0 (requirement S-P03); the locale files hold the words. */
export function durationParts(durationS: number): { unit: DurationUnit; count: number }[] {
  let rest = Math.floor(Math.abs(durationS));
  const parts: { unit: DurationUnit; count: number }[] = [];
  for (const [unit, length] of DURATION_UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2) parts.push({ unit, count });
  }
  return parts.length > 0 ? parts : [{ unit: 'second', count: 0 }];
}

/**
 * A duration in a locale's words, for example "2 days 3 hours".
 *
 * @param unitDisplay `narrow` for lists and tables: "2d 3h"
 */
export function formatDuration(
  durationS: number,
  locale = LOCALE,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  return durationParts(durationS)
    .map(({ unit, count }) => formatUnit(count, unit, locale, unitDisplay))
    .join(' ');
}
