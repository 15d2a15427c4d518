import { LAST_UNSELECTED_EVENT_CODE, NO_EVENT_CODE, toApiDate } from '@roadworthy/domain';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../ui/data-table/pager.tsx';
import { type Day, type DayRange, readDay, today } from '../../ui/date-range/calendar.ts';
import { firstVehicle, type VehicleGroup } from '../../ui/fleet-sidebar/vehicle-groups.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** What an address says instead of an id, for every vehicle in scope (OP-050). */
export const ALL_VEHICLES = 'all';
const NO_TYPES = 'none';

/** A day of an address; a moment counts as its day in the person's zone. */
function dayOf(text: string | undefined, timeZone: string | null): Day | null {
  const day = readDay(text);
  if (day !== null) return day;
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : toApiDate(timeMs, timeZone);
}

/**
 * The days of an address: today where it names none (E-22), and where it names a day without a vehicle
 * (OP-026). Null for dates that are none.
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

/**
 * The vehicle of a search, in the order of requirement E-10: that of the address, which is also the one
 * clicked; the last one in storage; the first one of the first group.
 *
 * @param groups undefined while they are not known
 * @returns null for all vehicles, undefined while it cannot be said
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
 * The event types of an address, of those there are; where it says nothing, those whose code is above 5
 * (E-21). The code -1 is none (E-32).
 */
export function codesOf(text: string | undefined, all: readonly number[]): number[] {
  if (text === undefined) return all.filter((code) => code > LAST_UNSELECTED_EVENT_CODE);
  if (text === NO_TYPES) return [];
  const wanted = new Set(text.split(',').map(Number));
  return all.filter((code) => wanted.has(code) && code !== NO_EVENT_CODE);
}

/** How an address carries event types; undefined for those chosen to begin with. */
export function codesText(codes: readonly number[], all: readonly number[]): string | undefined {
  if (codes.length === 0) return NO_TYPES;
  const text = codes.join(',');
  return text === codesOf(undefined, all).join(',') ? undefined : text;
}

/**
 * Whether there is enough to search with: only a wrong range together with no vehicle is too little
 * (E-20, OP-050), and at least one event type must be chosen (E-19, OP-025).
 */
export function canSearch(
  days: DayRange | null,
  vehicleId: number | null,
  codes: readonly number[],
): boolean {
  return codes.length > 0 && !(days === null && vehicleId === null);
}

/** Page and size of page of an address (E-P04). */
export function pageOf(address: Address): { page: number; pageSize: number } {
  const page = Number(address.page);
  const size = PAGE_SIZES.find((one) => String(one) === address.pageSize);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: size ?? DEFAULT_PAGE_SIZE,
  };
}
