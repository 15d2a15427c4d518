import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { refused } from '../intake/records-intake-accepted.ts';
import type { RecordScope } from './records-lists.repository.ts';

/** Days without an end: those of a range that has only one. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';

/** The moments that a range of days means; null where it has no such end. */
export interface Moments {
  readonly start: Date | null;
  readonly end: Date | null;
}

/**
 * Days cut in the person's zone (UTC without one).
 *
 * @throws HttpError 400 beside `end_date` for an end before its start
 */
export function momentsOf(
  viewer: Viewer,
  {
    start_date: first,
    end_date: last,
  }: { start_date?: string | undefined; end_date?: string | undefined },
): Moments {
  if (first !== undefined && last !== undefined && last < first) {
    throw refused('end_date', 'validation.end_before_start');
  }
  const days = { start: first ?? FIRST_DAY, end: last ?? LAST_DAY };
  const { start, end } = momentRange(days, viewer.timeZone ?? 'UTC');
  return { start: first === undefined ? null : start, end: last === undefined ? null : end };
}

/** Whose records a query means. */
export function scopeOf(query: {
  region?: number | undefined;
  depot?: number | undefined;
  vehicle?: number | undefined;
}): RecordScope {
  return {
    regionId: query.region ?? null,
    depotId: query.depot ?? null,
    vehicleId: query.vehicle ?? null,
  };
}
