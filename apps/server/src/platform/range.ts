import { addDays, isTimeZone, momentRange } from '@roadworthy/domain/time';
import { badRequest, type ErrorMessage } from './errors.ts';

/** A range of a reading call may have this length (requirement M-P06). */
const MAX_RANGE_DAYS = 31;
/** Years in which a vehicle can have driven; far outside of them lie dates that no database knows. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

/** A checked range and the zone that its days are cut in. */
export interface Range {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
  /** IANA name */
  readonly timeZone: string;
}

function wrong(field: 'start' | 'end' | 'time_zone', detail: ErrorMessage) {
  return badRequest(detail, { errors: { [field]: [detail] } });
}

/**
 * The range of a reading call: the end is exclusive, and a bare date is a whole day (requirement
 * R-P05). Days are those of the person's preferred zone, else of the zone that the browser names,
 * else UTC.
 *
 * @throws HttpError 400 for a range that is empty or longer than 31 days, of an impossible year,
 *   and for an unknown zone
 */
export function rangeOf(
  viewer: { readonly timeZone: string | null },
  query: {
    readonly start: string;
    readonly end: string;
    readonly time_zone?: string | undefined;
  },
): Range {
  const timeZone = viewer.timeZone ?? query.time_zone ?? 'UTC';
  if (!isTimeZone(timeZone)) throw wrong('time_zone', 'validation.time_zone_missing');
  const { start, end } = momentRange(query, timeZone);
  for (const [field, moment] of Object.entries({ start, end }) as ['start' | 'end', Date][]) {
    const year = moment.getUTCFullYear();
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw wrong(field, {
        code: 'validation.year_between',
        params: { first: FIRST_YEAR, last: LAST_YEAR },
      });
    }
  }
  if (end <= start) throw wrong('end', 'validation.end_not_after_start');
  if (end.getTime() > addDays(start.getTime(), MAX_RANGE_DAYS, timeZone)) {
    throw wrong('end', { code: 'validation.range_too_long', params: { most: MAX_RANGE_DAYS } });
  }
  return { start, end, timeZone };
}
