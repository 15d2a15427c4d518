import { DATE_INPUT_FORMAT } from '@roadworthy/domain';
import {
  addDays,
  type DayRange,
  formatDay,
  readDay,
  today,
} from '../../../ui/date-range/calendar.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** Requirements G-30 and G-31. */
export const ACTIVITY_PAGE_SIZES = [25, 50, 75] as const;
export const ACTIVITY_PAGE_SIZE = 75;
/** Requirement G-42: the days before today that the first search takes in. */
const FIRST_DAYS = 7;
/** What an address says instead of an id, for every vehicle in scope. */
export const ALL_VEHICLES = 'all';

/** What the list of activities is filtered by (requirements G-48, G-49, G-56, OP-046, OP-047). */
export interface ActivityFilter {
  /** Null for every vehicle in scope. */
  readonly vehicleId: number | null;
  /** Null for dates of an address that are none. */
  readonly days: DayRange | null;
  /** Id of a type; 0 for none (requirement G-56). */
  readonly activityType: number;
  /** Id of a depot; 0 for none. */
  readonly depot: number;
  readonly showAuditTrail: boolean;
  readonly useActivityFulfilled: boolean;
  readonly showArchived: boolean;
  readonly showPendingInvestigations: boolean;
}

/** The part of a filter that local storage keeps under `searchFields` (G-P06, OP-049). */
export type StoredFilter = Partial<
  Record<
    | 'activity_type'
    | 'depot'
    | 'show_audit_trail'
    | 'use_activity_fulfilled'
    | 'show_archived'
    | 'show_pending_investigations',
    unknown
  >
>;

const idOf = (value: unknown): number => {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : 0;
};

/** A toggle: what the address says, else what was kept, else how it is at first. */
function flagOf(text: string | undefined, stored: unknown, atFirst: boolean): boolean {
  if (text !== undefined) return text === '1';
  return typeof stored === 'boolean' ? stored : atFirst;
}

function daysOf({ startDate, endDate }: Address, timeZone: string | null): DayRange | null {
  const now = today(timeZone);
  if (startDate === undefined) return { from: addDays(now, -FIRST_DAYS), to: now };
  const from = readDay(startDate);
  const to = endDate === undefined ? from : readDay(endDate);
  return from === null || to === null ? null : { from, to: to < from ? from : to };
}

/**
 * The filter of an address. What it does not say comes from storage, and at first is: the vehicle of the
 * screens before, the last seven days, the whole audit trail, document dates (G-42, G-52 to G-54). Who
 * may not see the restricted toggles stays at what they are at first (OP-046).
 *
 * @param storedVehicleId the vehicle chosen last, on this screen or another one
 */
export function filterOf(
  address: Address,
  storedVehicleId: number | null,
  stored: StoredFilter | null,
  options: { readonly isRestricted: boolean; readonly timeZone: string | null },
): ActivityFilter {
  const named = address.vehicleId ?? storedVehicleId;
  const { isRestricted, timeZone } = options;
  const restricted = (text: string | undefined, kept: unknown, atFirst: boolean) =>
    isRestricted ? atFirst : flagOf(text, kept, atFirst);
  return {
    vehicleId: named === ALL_VEHICLES ? null : idOf(named) || null,
    days: daysOf(address, timeZone),
    activityType: idOf(address.type ?? stored?.activity_type),
    depot: idOf(address.depot ?? stored?.depot),
    showAuditTrail: flagOf(address.audit, stored?.show_audit_trail, true),
    useActivityFulfilled: restricted(address.documentDates, stored?.use_activity_fulfilled, true),
    // By the address alone: a filter that was remembered would hide the list without a word.
    showArchived: address.archived === '1',
    showPendingInvestigations: restricted(
      address.pending,
      stored?.show_pending_investigations,
      false,
    ),
  };
}

/**
 * What a search hands out and what is kept of it (G-56, G-P06); the vehicle's id also has a key of its
 * own.
 */
export function storedFilterOf(
  filter: ActivityFilter,
  vehicle: { readonly registration: string; readonly type: string | null } | null,
): Required<StoredFilter> & Readonly<Record<string, unknown>> {
  return {
    vehicle_id: filter.vehicleId,
    vehicle_name: vehicle?.registration ?? null,
    vehicle_type: vehicle?.type ?? null,
    start: filter.days?.from ?? null,
    end: filter.days?.to ?? null,
    depot: filter.depot,
    activity_type: filter.activityType,
    show_audit_trail: filter.showAuditTrail,
    use_activity_fulfilled: filter.useActivityFulfilled,
    show_archived: false,
    show_pending_investigations: filter.showPendingInvestigations,
  };
}

/** Only a wrong range together with no vehicle is too little to search with (G-60, OP-050). */
export function canSearch({ days, vehicleId }: ActivityFilter): boolean {
  return !(days === null && vehicleId === null);
}

/** "DD-MM-YYYY,DD-MM-YYYY" (requirement G-66). */
function rangeText({ from, to }: DayRange): string {
  const format = DATE_INPUT_FORMAT.replaceAll('/', '-');
  return `${formatDay(from, format)},${formatDay(to, format)}`;
}

/**
 * The query of the list but its paging (requirements G-65 to G-69, G-72, G-73). Without valid days those
 * of the first search count (OP-050).
 */
export function queryOf(filter: ActivityFilter, timeZone: string | null) {
  const days = filter.days ?? daysOf({}, timeZone);
  const range = days === null ? null : rangeText(days);
  return {
    vehicle: filter.vehicleId ?? undefined,
    ...(filter.useActivityFulfilled
      ? { fulfilled_at_date_range: range ?? undefined }
      : { date_range: range ?? undefined }),
    depot: filter.depot || undefined,
    // Requirement G-67: a null parameter is left out of the address.
    region: undefined,
    activity_type: filter.activityType || undefined,
    filter_latest: filter.showAuditTrail ? undefined : ('True' as const),
    archived: filter.showArchived ? ('true' as const) : undefined,
    has_pending_investigations: filter.showPendingInvestigations ? ('true' as const) : undefined,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * The order asked for (requirement G-71, OP-002): "-created_at", or empty in document-date mode, which is
 * newest first as well; the heading of the date turns it (G-P02).
 */
export function orderingOf({ useActivityFulfilled }: ActivityFilter, isOldestFirst: boolean) {
  if (useActivityFulfilled) return isOldestFirst ? 'activity_fulfilled_at' : '';
  return isOldestFirst ? 'created_at' : '-created_at';
}

/** Page, from 1, and size of page of an address (requirements G-30 to G-32). */
export function pageOf(address: Address): { page: number; pageSize: number } {
  const size = ACTIVITY_PAGE_SIZES.find((one) => String(one) === address.pageSize);
  return { page: idOf(address.page) || 1, pageSize: size ?? ACTIVITY_PAGE_SIZE };
}
