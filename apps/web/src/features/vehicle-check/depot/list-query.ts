import type { DepotListType } from '@roadworthy/domain';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../ui/data-table/pager.tsx';
import { addDays, type Day, type DayRange, readDay } from '../../../ui/date-range/calendar.ts';
import type { CheckArea } from '../vehicle-check-place.ts';

/**
 * A list of the depot screen: reports of a type, or the audit surveys, which are on the Audit tab.
 */
export type ListType = DepotListType | 'SRV';

/** The tabs in order (requirement L-P03). */
const TABS: readonly DepotListType[] = ['STD', 'AUD', 'HND', 'DRV', 'DMG', 'GTC', 'VEH', 'NOT'];
/** The other area starts with the audits (requirement L-P05). */
const AUDIT_TABS: readonly DepotListType[] = ['AUD', ...TABS.filter((type) => type !== 'AUD')];

/** The server's figures cover four weeks by default, and at most 92 days. */
const DEFAULT_DAYS = 28;
export const MAX_DAYS = 92;

/** Sortable columns of each list; the server rejects others. */
const REPORT_ORDERS = ['date', 'registration', 'driver', 'odometer', 'result', 'defects'] as const;
const ORDERS: Readonly<Record<ListType, readonly string[]>> = {
  STD: REPORT_ORDERS,
  AUD: REPORT_ORDERS,
  HND: REPORT_ORDERS,
  DRV: REPORT_ORDERS,
  GTC: REPORT_ORDERS,
  DMG: ['reported_at', 'registration', 'part', 'severity', 'fixed_at'],
  VEH: ['oldest', 'registration', 'open_damages'],
  NOT: ['date', 'registration', 'driver', 'subject'],
  SRV: ['date', 'depot', 'registration', 'auditor', 'score'],
};

/** The filter next to the search: its name in the URL and in the call, and its values. */
export const FILTERS: Readonly<
  Partial<
    Record<ListType, { readonly name: 'result' | 'state'; readonly values: readonly string[] }>
  >
> = {
  STD: { name: 'result', values: ['pass', 'fail'] },
  AUD: { name: 'result', values: ['pass', 'fail'] },
  HND: { name: 'result', values: ['pass', 'fail'] },
  DRV: { name: 'result', values: ['pass', 'fail'] },
  GTC: { name: 'result', values: ['pass', 'fail'] },
  DMG: { name: 'state', values: ['open', 'fixed'] },
};

type Address = Readonly<Record<string, string | undefined>>;

/** State of the depot screen in the URL. */
export interface CheckList {
  readonly type: ListType;
  readonly days: DayRange;
  readonly search: string;
  /**
   * A column, with a minus for descending; empty for the default order of the list, newest first.
   */
  readonly ordering: string;
  readonly page: number;
  readonly pageSize: number;
  /** Result or state; undefined for any. */
  readonly filter: string | undefined;
}

export const tabsOf = (area: CheckArea): readonly DepotListType[] =>
  area === 'audit_survey' ? AUDIT_TABS : TABS;

/** The tab of a list. */
export const tabOf = (type: ListType): DepotListType => (type === 'SRV' ? 'AUD' : type);

/** The list in the URL; by default the first of its area. */
export function listTypeOf({ type }: Address, area: CheckArea): ListType {
  const known = [...TABS, 'SRV' as const].find((one) => one === type);
  return known ?? (area === 'audit_survey' ? 'SRV' : 'STD');
}

/** The days in the URL, by default the last four weeks; never longer than the figures. */
export function daysOf({ start_date: start, end_date: end }: Address, now: Day): DayRange {
  const asked = readDay(end);
  const to = asked === null || asked > now ? now : asked;
  const from = readDay(start) ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) return { from: to, to };
  const earliest = addDays(to, 1 - MAX_DAYS);
  return { from: from < earliest ? earliest : from, to };
}

/** The filters in the URL, without values that the server would reject. */
export function listOf(address: Address, area: CheckArea, now: Day): CheckList {
  const type = listTypeOf(address, area);
  const { ordering = '', search = '' } = address;
  const filter = FILTERS[type];
  const chosen = filter === undefined ? undefined : address[filter.name];
  const page = Number(address.page);
  return {
    type,
    days: daysOf(address, now),
    search: search.slice(0, 200),
    ordering: ORDERS[type].includes(ordering.replace(/^-/, '')) ? ordering : '',
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === address.pageSize) ?? DEFAULT_PAGE_SIZE,
    filter: filter?.values.find((value) => value === chosen),
  };
}

/**
 * The query of a list's call (requirement L-13). Damaged vehicles are the current ones, without
 * days.
 *
 * @param timeZone of the browser: days are cut in it if the user has no preference
 */
export function queryOf(list: CheckList, timeZone: string) {
  const { type, days, search, ordering, page, pageSize, filter } = list;
  const isDescending = ordering.startsWith('-');
  const name = FILTERS[type]?.name;
  return {
    type: tabOf(type),
    ...(type === 'VEH' ? {} : { start_date: days.from, end_date: days.to }),
    ordering: isDescending ? ordering.slice(1) : ordering,
    orderingDirection: ordering === '' ? '' : isDescending ? 'desc' : 'asc',
    pageSize,
    page,
    search,
    time_zone: timeZone,
    ...(name === undefined || filter === undefined ? {} : { [name]: filter }),
  };
}

/** URL changes that reset the filters when the list changes. */
export const FRESH_LIST = {
  search: undefined,
  ordering: undefined,
  page: undefined,
  result: undefined,
  state: undefined,
  open: undefined,
} as const;
