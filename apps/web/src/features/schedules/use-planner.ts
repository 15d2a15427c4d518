import type { contract, RequestOf } from '@roadworthy/contract';
import { RECALL_CATEGORY } from '@roadworthy/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  mondayOf,
  readDay,
  today,
  weeksOfMonth,
} from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { SCHEDULES_KEY } from '../vehicle-file/schedules-key.ts';
import { allPages, PAGE_SIZE } from './all-pages.ts';
import {
  conflictsOf,
  type Entry,
  entriesOf,
  type FleetVehicle,
  gapsOf,
  type Schedule,
  weeksOfYear,
} from './schedules-plan.ts';
import { useDueCampaigns } from './use-due-campaigns.ts';

type Query = NonNullable<RequestOf<typeof contract.schedules.schedules>['query']>;

export const VIEWS = ['month', 'year', 'list'] as const;
export type View = (typeof VIEWS)[number];

const NONE: readonly Schedule[] = [];

const allSchedules = (query: Query, signal: AbortSignal) =>
  allPages((page) =>
    api.schedules.schedules({
      query: { ...query, ordering: 'due_date', pageSize: PAGE_SIZE, page },
      signal,
    }),
  );

const idOf = (text: string | undefined): number => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : 0;
};

/** The days of a view. */
function rangeOf(view: View, at: Day): DayRange {
  if (view === 'month') {
    const weeks = weeksOfMonth(at);
    return { from: weeks[0]?.[0] ?? at, to: weeks.at(-1)?.[6] ?? at };
  }
  const weeks = weeksOfYear(Number(at.slice(0, 4)), mondayOf);
  return { from: weeks[0] ?? at, to: addDays(weeks.at(-1) ?? at, 6) };
}

/** Limits of the list to what is urgent, as in the URL. */
export const DUE = ['overdue', 'week'] as const;
const WEEK_DAYS = 7;

/** The filters in the URL. */
function useSelection() {
  const [address, setAddress] = useAddress();
  const now = today(useDisplay().dates.timeZone);
  const view: View = VIEWS.find((one) => one === address.view) ?? 'month';
  const at = readDay(`${address.at ?? ''}-01`) ?? `${now.slice(0, 7)}-01`;
  const depot = idOf(address.depot);
  const category = address.category ?? '';
  const vehicle = idOf(address.vehicle);
  const filter = useMemo(
    () => ({
      depot: depot || undefined,
      vehicle: vehicle || undefined,
      category: category || undefined,
    }),
    [depot, vehicle, category],
  );
  const range = useMemo(() => rangeOf(view, at), [view, at]);
  const step = view === 'month' ? 1 : 12;
  const goTo = (day: Day) => setAddress({ at: day.slice(0, 7) });
  return {
    address,
    setAddress,
    now,
    view,
    at,
    depot,
    category,
    vehicle,
    filter,
    due: DUE.find((one) => one === address.due) ?? null,
    range,
    goTo,
    turn: (steps: number) => goTo(addMonths(at, steps * step)),
  };
}

/** A day and the six days after it. */
export const weekFrom = (day: Day): DayRange => ({ from: day, to: addDays(day, WEEK_DAYS - 1) });

/** The filter of the list: what is overdue, or due from today on for a week, if the URL says so. */
export function dueFilter({ filter, due, now }: Pick<Planner, 'filter' | 'due' | 'now'>) {
  if (due === null) return filter;
  return { ...filter, ...(due === 'overdue' ? { state: 'overdue' as const } : weekFrom(now)) };
}

/** Every visible vehicle with its depot, once each, to find gaps. */
function useFleet(depot: number, vehicle: number): readonly FleetVehicle[] {
  const groups = useVehicleGroups();
  return useMemo(() => {
    const all = (groups.data ?? [])
      .filter(({ id }) => depot === 0 || id === depot)
      .flatMap((group) => group.vehicles.map((one) => ({ ...one, depot: group.name })))
      .filter(({ id }) => vehicle === 0 || id === vehicle);
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }, [groups.data, depot, vehicle]);
}

/** Plans an item with an optimistic update, which is rolled back on a server error. */
function usePlan() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = [SCHEDULES_KEY];
  return useMutation({
    mutationFn: ({ schedule, day }: { schedule: Schedule; day: Day | null }) =>
      api.schedules.planSchedule({ params: { id: schedule.id }, body: { planned_date: day } }),
    onMutate: async ({ schedule, day }) => {
      await client.cancelQueries({ queryKey: [SCHEDULES_KEY, 'open'] });
      client.setQueriesData<Schedule[]>({ queryKey: [SCHEDULES_KEY, 'open'] }, (before) =>
        before?.map((one) => (one.id === schedule.id ? { ...one, planned_date: day } : one)),
      );
    },
    onSuccess: ({ registration }) => toast.success(t('planner.planned', { registration })),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Scheduled, done and expected items on the days of the view, with conflicts and gaps. */
export function usePlanner() {
  const selection = useSelection();
  const { filter, range, depot, vehicle, now, category } = selection;
  const open = useQuery({
    queryKey: [SCHEDULES_KEY, 'open', filter],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => allSchedules(filter, signal),
  });
  const hasPast = range.from < now;
  const done = useQuery({
    queryKey: [SCHEDULES_KEY, 'done', filter, range],
    enabled: hasPast,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      allSchedules(
        {
          ...filter,
          state: 'fulfilled',
          with_fulfilled: 'True',
          // An item done early or late is shown on the day it was done, not when it was due.
          from: addMonths(range.from, -2),
          to: addMonths(range.to, 2),
        },
        signal,
      ),
  });
  const types = useQuery({
    queryKey: [SCHEDULES_KEY, 'types'],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const query = { pageSize: PAGE_SIZE, page: 1, ordering: 'category' } as const;
      return (await api.schedules.scheduleTypes({ query, signal })).results;
    },
  });
  const fleet = useFleet(depot, vehicle);
  const campaigns = useDueCampaigns(selection);
  const navigate = useNavigate();
  const all = open.data ?? NONE;
  const entries = useMemo(
    () => entriesOf(all, hasPast ? (done.data ?? NONE) : NONE, range, campaigns.due),
    [all, done.data, hasPast, range, campaigns.due],
  );
  const conflicts = useMemo(() => conflictsOf(all, now), [all, now]);
  const gaps = useMemo(
    // With a category filter, gaps of the other categories are unknown.
    () =>
      open.data === undefined
        ? []
        : gapsOf(fleet, all, types.data ?? []).filter(
            ({ type }) => category === '' || type.category === category,
          ),
    [fleet, all, types.data, category, open.data],
  );
  const selected = [...all, ...(done.data ?? [])].find(
    ({ id }) => String(id) === selection.address.schedule,
  );
  const select = (id: number | null) =>
    selection.setAddress({ schedule: id === null ? undefined : String(id), panel: undefined });
  return {
    ...selection,
    open: all,
    overdue: all.filter(({ state }) => state === 'overdue'),
    entries,
    conflicts,
    gaps,
    categories: [
      ...new Set([
        ...(types.data ?? []).map((type) => type.category),
        ...(campaigns.maySee ? [RECALL_CATEGORY] : []),
      ]),
    ],
    selected,
    select,
    /** Opens the panel of a schedule, or the campaign. */
    openEntry: (entry: Entry) =>
      entry.kind === 'campaign'
        ? void navigate({
            to: '/work-orders/campaigns',
            search: { open: String(entry.campaign.campaign.id) } as never,
          })
        : select(entry.schedule.id),
    plan: usePlan(),
    isPending: open.isPending,
    error: open.error,
    retry: () => void open.refetch(),
  };
}

export type Planner = ReturnType<typeof usePlanner>;

/** Whether the panel shows the schedule of an item. */
export const isSelected = (planner: Planner, entry: Entry) =>
  entry.kind !== 'campaign' && planner.selected?.id === entry.schedule.id;
