import type { contract, QueryOf } from '@roadworthy/contract';
import { isTimeZone, momentRange } from '@roadworthy/domain/time';
import { wrongField } from '../../../../platform/errors.ts';

type ListQuery = QueryOf<typeof contract.vehicleFile.list>;
/** Filter parameters of the list's query; the export accepts the same. */
export type FilterQuery = Omit<
  ListQuery,
  'page' | 'pageSize' | 'ordering' | 'orderingDirection' | 'search'
>;

/** Selects activities, and which of their two dates applies (OP-046). */
export interface ActivityFilter {
  /** Whether dates are those of documents or of entries. */
  readonly mode: 'documents' | 'entries';
  readonly start: Date | null;
  /** Exclusive. */
  readonly end: Date | null;
  readonly vehicleId: number | null;
  readonly depotId: number | null;
  readonly regionId: number | null;
  readonly typeId: number | null;
  readonly latestOnly: boolean;
  readonly archived: boolean;
  readonly pendingOnly: boolean;
  /** Part of a registration; empty for any. */
  readonly search: string;
}

type RangeField = 'fulfilled_at_date_range' | 'date_range';

/** A day of the query, DD-MM-YYYY, as YYYY-MM-DD; null if there is no such date. */
function dayOf(text: string): string | null {
  const [day, month, year] = text.split('-');
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript parses 31 February as 3 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

/**
 * A range of days, both inclusive (requirement G-66). Days of documents are in UTC, in which their
 * dates are stored (H-48); days of entries are in the viewer's zone.
 *
 * @throws HttpError 400 for dates that do not exist, are in the wrong order or out of range
 */
function rangeOf(field: RangeField, text: string, timeZone: string) {
  const [first, last] = text.split(',').map(dayOf);
  if (first == null || last == null) throw wrongField(field, 'validation.day_missing');
  if (first > last) throw wrongField(field, 'validation.end_before_start');
  if (first < '1970-01-01' || last > '2199-12-31') {
    throw wrongField(field, 'validation.year_out_of_range');
  }
  const zone = field === 'fulfilled_at_date_range' ? 'UTC' : timeZone;
  return momentRange({ start: first, end: last }, zone);
}

/** The sort field, which must be the date that the list is filtered by (G-P02). */
function modeOf(query: FilterQuery, orderBy: string | null): ActivityFilter['mode'] {
  const ofOrder =
    orderBy === null ? null : orderBy === 'created_at' ? ('entries' as const) : 'documents';
  const ofRange =
    query.fulfilled_at_date_range !== undefined
      ? ('documents' as const)
      : query.date_range !== undefined
        ? 'entries'
        : null;
  if (ofRange !== null && ofOrder !== null && ofRange !== ofOrder) {
    throw wrongField('ordering', 'document.sort_by_other_date');
  }
  return ofRange ?? ofOrder ?? 'documents';
}

/**
 * Parses the filter of a query (requirements G-65 to G-73, OP-002, OP-046).
 *
 * @param orderBy the sort field without sign, null for the default
 * @param zone of the person, for the days of entries
 * @throws HttpError 400 for invalid dates, both ranges at once, or a sort by the other date
 */
export function filterOf(
  query: FilterQuery,
  orderBy: string | null,
  search: string,
  zone: string | null,
): ActivityFilter {
  const timeZone = zone ?? query.time_zone ?? 'UTC';
  // That of the preferences has been looked at, and the look is long beside all else here.
  if (timeZone === query.time_zone && !isTimeZone(timeZone)) {
    throw wrongField('time_zone', 'validation.time_zone_missing');
  }
  const { fulfilled_at_date_range: documents, date_range: entries } = query;
  if (documents !== undefined && entries !== undefined) {
    throw wrongField('date_range', 'document.one_range');
  }
  const range =
    documents !== undefined
      ? rangeOf('fulfilled_at_date_range', documents, timeZone)
      : entries !== undefined
        ? rangeOf('date_range', entries, timeZone)
        : null;
  return {
    mode: modeOf(query, orderBy),
    start: range?.start ?? null,
    end: range?.end ?? null,
    vehicleId: query.vehicle ?? null,
    depotId: query.depot ?? null,
    regionId: query.region ?? null,
    typeId: query.activity_type ?? null,
    latestOnly: query.filter_latest === true,
    archived: query.archived === true,
    pendingOnly: query.has_pending_investigations === true,
    search,
  };
}
