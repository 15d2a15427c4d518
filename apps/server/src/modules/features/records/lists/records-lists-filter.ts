import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import type { RecordScope } from './records-lists.repository.ts';

/** Substitutes for a missing start or end of a range of days. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';

/** Start and end of a range of days as times; null for an open end. */
export interface Moments {
  readonly start: Date | null;
  readonly end: Date | null;
}

/**
 * Converts a range of days to times in the viewer's time zone (UTC if they have none).
 *
 * @throws HttpError 400 on `end_date` if it is before the start
 */
export function momentsOf(
  viewer: Viewer,
  {
    start_date: first,
    end_date: last,
  }: { start_date?: string | undefined; end_date?: string | undefined },
): Moments {
  if (first !== undefined && last !== undefined && last < first) {
    throw wrongField('end_date', 'validation.end_before_start');
  }
  const days = { start: first ?? FIRST_DAY, end: last ?? LAST_DAY };
  const { start, end } = momentRange(days, viewer.timeZone ?? 'UTC');
  return { start: first === undefined ? null : start, end: last === undefined ? null : end };
}

/** Region, depot and vehicle of a query. */
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
