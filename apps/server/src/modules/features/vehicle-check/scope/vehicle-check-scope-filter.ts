import { isTimeZone, momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wrongField } from '../../../../platform/errors.ts';

/** Bounds of a range with only one end. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';
/** Accepted years; dates far outside are out of range for the database. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

/** The query of a list of reports (requirement L-13). */
export interface RangeQuery {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly vehicle?: number | undefined;
  readonly time_zone?: string | undefined;
}

/** Selects rows of a list; null for any. */
export interface RowFilter {
  readonly start: Date | null;
  /** Exclusive. */
  readonly end: Date | null;
  readonly vehicleId: number | null;
  readonly search: string;
}

/**
 * The zone of a person's days: the preferred one, else the browser's, else UTC.
 *
 * @throws HttpError 400 for an unknown one
 */
export function zoneOf(viewer: Pick<Viewer, 'timeZone'>, asked: string | undefined): string {
  const zone = viewer.timeZone ?? asked ?? 'UTC';
  if (!isTimeZone(zone)) throw wrongField('time_zone', 'validation.time_zone_missing');
  return zone;
}

/**
 * Parses the filter of a query; dates without time are whole days in the person's zone.
 *
 * @throws HttpError 400 for a year out of range, an end before its start, and an unknown zone
 */
export function filterOf(viewer: Viewer, query: RangeQuery & { search: string }): RowFilter {
  const { start_date: first, end_date: last } = query;
  const zone = zoneOf(viewer, query.time_zone);
  const { start, end } = momentRange({ start: first ?? FIRST_DAY, end: last ?? LAST_DAY }, zone);
  for (const [field, moment] of [
    ['start_date', start],
    ['end_date', end],
  ] as const) {
    const year = moment.getUTCFullYear();
    if (year < FIRST_YEAR - 1 || year > LAST_YEAR + 1) {
      throw wrongField(field, {
        code: 'validation.year_between',
        params: { first: FIRST_YEAR, last: LAST_YEAR },
      });
    }
  }
  if (end <= start) throw wrongField('end_date', 'validation.end_before_start');
  return {
    start: first === undefined ? null : start,
    end: last === undefined ? null : end,
    vehicleId: query.vehicle ?? null,
    search: query.search,
  };
}
