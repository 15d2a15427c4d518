import type { contract, QueryOf } from '@roadworthy/contract';
import { isTimeZone, momentRange } from '@roadworthy/domain/time';
import { badRequest, type ErrorMessage } from '../../../../platform/errors.ts';

type ListQuery = QueryOf<typeof contract.vehicleFile.list>;
/** What of the list's query narrows it; the export takes the same. */
export type FilterQuery = Omit<
  ListQuery,
  'page' | 'pageSize' | 'ordering' | 'orderingDirection' | 'search'
>;

/** Which activities are meant, and which of their two dates counts (OP-046). */
export interface ActivityFilter {
  /** By the dates of documents, or by the moments of entries. */
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
  /** Part of a registration; empty for all. */
  readonly search: string;
}

type RangeField = 'fulfilled_at_date_range' | 'date_range';

function wrong(field: RangeField | 'time_zone' | 'ordering', text: ErrorMessage) {
  return badRequest(text, { errors: { [field]: [text] } });
}

/** A day of the query, DD-MM-YYYY, as YYYY-MM-DD; null where the calendar does not have it. */
function dayOf(text: string): string | null {
  const [day, month, year] = text.split('-');
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The engine takes 31 February for the 3rd of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

/**
 * A range of days, both included (requirement G-66). Days of documents are days of UTC, in which
 * their dates are kept (H-48); those of entries are the reader's.
 *
 * @throws HttpError 400 for days that do not exist, stand in the wrong order, or no year has
 */
function rangeOf(field: RangeField, text: string, timeZone: string) {
  const [first, last] = text.split(',').map(dayOf);
  if (first == null || last == null) throw wrong(field, 'validation.day_missing');
  if (first > last) throw wrong(field, 'validation.end_before_start');
  if (first < '1970-01-01' || last > '2199-12-31') {
    throw wrong(field, 'validation.year_out_of_range');
  }
  const zone = field === 'fulfilled_at_date_range' ? 'UTC' : timeZone;
  return momentRange({ start: first, end: last }, zone);
}

/** The field that the list is ordered by, which must be the date that it is filtered by (G-P02). */
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
    throw wrong('ordering', 'document.sort_by_other_date');
  }
  return ofRange ?? ofOrder ?? 'documents';
}

/**
 * The filter that a query means (requirements G-65 to G-73, OP-002, OP-046).
 *
 * @param orderBy the field of the ordering without sign, null for the list's own
 * @param zone of the person, whose days those of entries are
 * @throws HttpError 400 for wrong days, both ranges at once, or an ordering by the other date
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
    throw wrong('time_zone', 'validation.time_zone_missing');
  }
  const { fulfilled_at_date_range: documents, date_range: entries } = query;
  if (documents !== undefined && entries !== undefined) {
    throw wrong('date_range', 'document.one_range');
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
