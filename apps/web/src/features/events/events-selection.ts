import {
  LAST_UNSELECTED_EVENT_CODE,
  NO_EVENT_CODE,
  toApiDate,
  toApiDateTime,
} from '@roadworthy/domain';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../ui/data-table/pager.tsx';
import { type Day, type DayRange, readDay, today } from '../../ui/date-range/calendar.ts';
import { firstVehicle, type VehicleGroup } from '../../ui/fleet-sidebar/vehicle-groups.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** Value in the URL for every visible vehicle (OP-050). */
export const ALL_VEHICLES = 'all';
/** Value in the URL for every type, also those that are not selected by default. */
export const ALL_TYPES = 'all';
/** Value in the URL for each state of a finished review. */
export const DONE = 'done';
const NO_TYPES = 'none';

/** A day in the URL; a time counts as its day in the user's time zone. */
function dayOf(text: string | undefined, timeZone: string | null): Day | null {
  const day = readDay(text);
  if (day !== null) return day;
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : toApiDate(timeMs, timeZone);
}

/**
 * The days in the URL: today if it has none (E-22), and if it has a day without a vehicle
 * (OP-026). Null for invalid dates.
 */
export function daysOf(address: Address, timeZone: string | null): DayRange | null {
  const now = today(timeZone);
  if (address.vehicleId === undefined || address.startDate === undefined) {
    return { from: now, to: now };
  }
  const from = dayOf(address.startDate, timeZone);
  const to = address.endDate === undefined ? from : dayOf(address.endDate, timeZone);
  return from === null || to === null ? null : { from, to: to < from ? from : to };
}

/** The exact range in the URL, which a figure of other bounds than days links with; null without one. */
export function momentsIn({ from, to }: Address): { start: string; end: string } | null {
  const startMs = Date.parse(from ?? '');
  const endMs = Date.parse(to ?? '');
  return startMs < endMs ? { start: toApiDateTime(startMs), end: toApiDateTime(endMs) } : null;
}

/**
 * The vehicle of a search, in the precedence of requirement E-10: from the URL (also the selected
 * one); the last one in storage; the first one of the first group.
 *
 * @param groups undefined while loading
 * @returns null for all vehicles, undefined while loading
 */
export function vehicleOfAddress(
  address: Address,
  stored: number | null,
  groups: readonly VehicleGroup[] | undefined,
): number | null | undefined {
  if (address.vehicleId === ALL_VEHICLES) return null;
  const named = Number(address.vehicleId);
  if (Number.isInteger(named) && named > 0) return named;
  return groups === undefined ? undefined : (firstVehicle(groups, [stored])?.id ?? null);
}

/**
 * The event types in the URL that exist; by default those with a code above 5 (E-21). The code
 * -1 is none (E-32).
 */
export function codesOf(text: string | undefined, all: readonly number[]): number[] {
  if (text === undefined) return all.filter((code) => code > LAST_UNSELECTED_EVENT_CODE);
  if (text === NO_TYPES) return [];
  if (text === ALL_TYPES) return all.filter((code) => code !== NO_EVENT_CODE);
  const wanted = new Set(text.split(',').map(Number));
  return all.filter((code) => wanted.has(code) && code !== NO_EVENT_CODE);
}

/** Event types as a URL parameter; undefined for the default. */
export function codesText(codes: readonly number[], all: readonly number[]): string | undefined {
  if (codes.length === 0) return NO_TYPES;
  const text = codes.join(',');
  return text === codesOf(undefined, all).join(',') ? undefined : text;
}

/**
 * Whether a search can run: only an invalid range without a vehicle prevents it (E-20, OP-050), and
 * at least one event type must be selected (E-19, OP-025).
 */
export function canSearch(
  days: DayRange | null,
  vehicleId: number | null,
  codes: readonly number[],
): boolean {
  return codes.length > 0 && !(days === null && vehicleId === null);
}

/** Page and page size in the URL (E-P04). */
export function pageOf(address: Address): { page: number; pageSize: number } {
  const page = Number(address.page);
  const size = PAGE_SIZES.find((one) => String(one) === address.pageSize);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: size ?? DEFAULT_PAGE_SIZE,
  };
}
