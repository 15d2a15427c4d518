import { addDays, isTimeZone, momentRange } from '@roadworthy/domain/time';
import { badRequest, type ErrorMessage } from './errors.ts';

/** Maximum length of the range of a read call (requirement M-P06). */
const MAX_RANGE_DAYS = 31;
const CLOCK_CHANGE_MS = 3_600_000;
/** Plausible years of vehicle data; databases do not support dates far outside them. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

/** A validated range, and the zone of its days. */
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
 * The range of a read call: the end is exclusive, and a date is a whole day (requirement
 * R-P05). Days are in the user's preferred zone, else in the zone of the browser,
 * else UTC.
 *
 * @param mostDays longest range, 31 days unless the caller reads few rows of a longer one
 * @throws HttpError 400 for a range that is empty or too long, of an impossible year, and for an
 *   unknown zone
 */
export function rangeOf(
  viewer: { readonly timeZone: string | null },
  query: {
    readonly start: string;
    readonly end: string;
    readonly time_zone?: string | undefined;
  },
  mostDays: number = MAX_RANGE_DAYS,
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
  // Days of a browser whose zone is not known can hold an hour more, when its clocks change.
  const slackMs = (viewer.timeZone ?? query.time_zone) === undefined ? CLOCK_CHANGE_MS : 0;
  if (end.getTime() > addDays(start.getTime(), mostDays, timeZone) + slackMs) {
    throw wrong('end', { code: 'validation.range_too_long', params: { most: mostDays } });
  }
  return { start, end, timeZone };
}
