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
/** Requirement G-42: the first search includes this many days before today. */
const FIRST_DAYS = 7;
/** Value in the URL for every visible vehicle. */
export const ALL_VEHICLES = 'all';

/** Filters of the list of activities (requirements G-48, G-49, G-56, OP-046, OP-047). */
export interface ActivityFilter {
  /** Null for every visible vehicle. */
  readonly vehicleId: number | null;
  /** Null for invalid dates in the URL. */
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

/** The part of a filter that local storage has under `searchFields` (G-P06, OP-049). */
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

/** A toggle: from the URL, else from storage, else the default. */
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
 * The filter in a URL. Missing values come from storage, and by default are: the vehicle of the
 * previous screens, the last seven days, the whole audit trail, document dates (G-42, G-52 to
 * G-54). Users without the restricted toggles always have their defaults (OP-046).
 *
 * @param storedVehicleId the last selected vehicle, on this screen or another one
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
    // Only from the URL: a stored filter would hide the list without explanation.
    showArchived: address.archived === '1',
    showPendingInvestigations: restricted(
      address.pending,
      stored?.show_pending_investigations,
      false,
    ),
  };
}

/** A filter as parameters of the address, without days: absent ones would come from storage. */
export const parametersOf = (filter: ActivityFilter): Readonly<Record<string, string>> => ({
  vehicleId: filter.vehicleId === null ? ALL_VEHICLES : String(filter.vehicleId),
  type: String(filter.activityType),
  depot: String(filter.depot),
  audit: filter.showAuditTrail ? '1' : '0',
  documentDates: filter.useActivityFulfilled ? '1' : '0',
  archived: filter.showArchived ? '1' : '0',
  pending: filter.showPendingInvestigations ? '1' : '0',
});

/** The parameters of a list without filters, of the last selected vehicle. */
export const STANDARD_FILTER: Readonly<Record<string, string>> = {
  type: '0',
  depot: '0',
  audit: '1',
  documentDates: '1',
  pending: '0',
};

/**
 * The search fields to store (G-56, G-P06); the vehicle's id also has a separate
 * key.
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

/** Only an invalid range without a vehicle prevents a search (G-60, OP-050). */
export function canSearch({ days, vehicleId }: ActivityFilter): boolean {
  return !(days === null && vehicleId === null);
}

/** "DD-MM-YYYY,DD-MM-YYYY" (requirement G-66). */
function rangeText({ from, to }: DayRange): string {
  const format = DATE_INPUT_FORMAT.replaceAll('/', '-');
  return `${formatDay(from, format)},${formatDay(to, format)}`;
}

/**
 * The query of the list without paging (requirements G-65 to G-69, G-72, G-73). Without valid days
 * it uses those of the first search (OP-050).
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
    // Requirement G-67: null parameters are omitted from the URL.
    region: undefined,
    activity_type: filter.activityType || undefined,
    filter_latest: filter.showAuditTrail ? undefined : ('True' as const),
    archived: filter.showArchived ? ('true' as const) : undefined,
    has_pending_investigations: filter.showPendingInvestigations ? ('true' as const) : undefined,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * The sort order of the request (requirement G-71, OP-002): "-created_at", or empty in
 * document-date mode, which is also newest first; the header of the date reverses it (G-P02).
 */
export function orderingOf({ useActivityFulfilled }: ActivityFilter, isOldestFirst: boolean) {
  if (useActivityFulfilled) return isOldestFirst ? 'activity_fulfilled_at' : '';
  return isOldestFirst ? 'created_at' : '-created_at';
}

/** Page, from 1, and page size in a URL (requirements G-30 to G-32). */
export function pageOf(address: Address): { page: number; pageSize: number } {
  const size = ACTIVITY_PAGE_SIZES.find((one) => String(one) === address.pageSize);
  return { page: idOf(address.page) || 1, pageSize: size ?? ACTIVITY_PAGE_SIZE };
}
