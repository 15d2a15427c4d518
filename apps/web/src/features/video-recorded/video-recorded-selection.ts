import { toApiDate, VIDEO_REQUEST_KINDS, VIDEO_REQUEST_STATES } from '@roadworthy/domain';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../ui/data-table/pager.tsx';
import { addDays, type Day, type DayRange, readDay, today } from '../../ui/date-range/calendar.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** Clips are rarer than positions, so the default range is a week. */
const DAYS_BACK = 6;
/** Requirement M-P06, also the longest range of the calls. */
const MOST_DAYS = 31;

/** Filters of clips; null for any. */
export interface ClipSearch {
  readonly vehicleId: number | null;
  readonly groupId: number | null;
  readonly days: DayRange;
  readonly camera: number | null;
  /** Codes of the events that requested clips; none selected means any. */
  readonly codes: readonly number[];
  readonly state: (typeof VIDEO_REQUEST_STATES)[number] | null;
  readonly kind: (typeof VIDEO_REQUEST_KINDS)[number] | null;
  readonly tag: string;
  readonly isKept: boolean;
  readonly page: number;
  readonly pageSize: number;
  readonly isOldestFirst: boolean;
  /** The clip that is open. */
  readonly clipId: number | null;
  /** Start of the timeline, ms since 1970 UTC: the time in a link from another screen. */
  readonly momentMs: number | null;
}

function positive(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : null;
}

/** A day in the URL; a time counts as its day in the user's time zone. */
function dayOf(text: string | undefined, timeZone: string | null): Day | null {
  const day = readDay(text);
  if (day !== null) return day;
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : toApiDate(timeMs, timeZone);
}

function daysOf({ startDate, endDate }: Address, timeZone: string | null): DayRange {
  const now = today(timeZone);
  const from = dayOf(startDate, timeZone);
  if (from === null) return { from: addDays(now, -DAYS_BACK), to: now };
  const to = dayOf(endDate, timeZone) ?? from;
  const last = addDays(from, MOST_DAYS - 1);
  return { from, to: to < from ? from : to > last ? last : to };
}

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | null =>
  all.find((one) => one === text) ?? null;

/** Parses a URL; missing or invalid values are ignored. */
export function searchOf(address: Address, timeZone: string | null): ClipSearch {
  const { startDate } = address;
  const momentMs = readDay(startDate) === null ? Date.parse(startDate ?? '') : Number.NaN;
  return {
    vehicleId: positive(address.vehicleId),
    groupId: positive(address.groupId),
    days: daysOf(address, timeZone),
    camera: positive(address.camera),
    codes: (address.event ?? '').split(',').flatMap((one) => positive(one) ?? []),
    state: oneOf(VIDEO_REQUEST_STATES, address.state),
    kind: oneOf(VIDEO_REQUEST_KINDS, address.kind),
    tag: (address.tag ?? '').slice(0, 40),
    isKept: address.kept === '1',
    page: positive(address.page) ?? 1,
    pageSize: PAGE_SIZES.find((one) => String(one) === address.pageSize) ?? DEFAULT_PAGE_SIZE,
    isOldestFirst: address.order === 'start',
    clipId: positive(address.clipId),
    momentMs: Number.isNaN(momentMs) ? null : momentMs,
  };
}

/** URL changes for another search: the first page, with no clip open. */
export function asking(changes: Address): Address {
  return { ...changes, page: undefined, clipId: undefined };
}

/** Event codes as a URL parameter; undefined for none. */
export const codesText = (codes: readonly number[]): string | undefined =>
  codes.length === 0 ? undefined : codes.join(',');
