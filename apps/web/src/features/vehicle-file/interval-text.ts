import { formatUnit, intervalSteps } from '@roadworthy/domain';

const UNITS = { y: 'year', m: 'month', w: 'week', d: 'day', h: 'hour', min: 'minute' } as const;

/**
 * An interval in the words of a locale: "1y 6m" as "1 year 6 months" (requirements H-33 to H-39).
 */
export function intervalText(interval: string, locale: string): string {
  return intervalSteps(interval)
    .map(({ count, unit }) => formatUnit(count, UNITS[unit], locale))
    .join(' ');
}
