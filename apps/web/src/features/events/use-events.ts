import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  COACHING_COUNTS,
  DISMISSAL_REASONS,
  EVENT_SEVERITIES,
  EVENT_SIDES,
  REVIEW_STATES,
  SERIOUS_SEVERITIES,
  toApiDate,
} from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { storage } from '../../session/storage.ts';
import { type DayRange, momentsOf, readDay, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { useAddress } from '../../ui/use-address.ts';
import {
  ALL_VEHICLES,
  canSearch,
  codesOf,
  codesText,
  DONE,
  daysOf,
  momentsIn,
  pageOf,
  vehicleOfAddress,
} from './events-selection.ts';

export type FleetEvent = AnswerOf<typeof contract.events.list>['results'][number];
export type EventType = AnswerOf<typeof contract.events.types>[number];

/** In the address: events of high and of critical severity. */
export const SERIOUS = 'serious';

const NO_TYPES: readonly EventType[] = [];

const idOf = (text: string | undefined) => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** Every type of event with its code (E-P03, RP-09). */
function useEventTypes() {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: () => api.events.types(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The filters in the URL, and functions to change them. */
function useSelection() {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const groups = useVehicleGroups();
  const types = useEventTypes();
  const all = types.data ?? NO_TYPES;
  // Read once, because a search writes it.
  const [stored] = useState(() => storage.selectedVehicle.get());
  const vehicleId = vehicleOfAddress(address, stored, groups.isError ? [] : groups.data);
  const allCodes = useMemo(() => all.map(({ eventCode }) => eventCode), [all]);
  const codes = useMemo(() => codesOf(address.event, allCodes), [address.event, allCodes]);
  const { vehicleId: named, startDate, endDate } = address;
  const { from: firstMoment, to: lastMoment } = address;
  const moments = useMemo(
    () => momentsIn({ from: firstMoment, to: lastMoment }),
    [firstMoment, lastMoment],
  );
  const days = useMemo(
    () =>
      moments === null
        ? daysOf({ vehicleId: named, startDate, endDate }, timeZone)
        : {
            from: toApiDate(Date.parse(moments.start), timeZone),
            to: toApiDate(Date.parse(moments.end) - 1, timeZone),
          },
    [named, startDate, endDate, timeZone, moments],
  );
  // A day in the URL applies only with a vehicle (OP-026).
  const vehicleText = vehicleId === null ? ALL_VEHICLES : String(vehicleId ?? '');
  return {
    address,
    setAddress,
    groups,
    types,
    allCodes,
    vehicleId,
    codes,
    days,
    /** The exact range that a link has set, instead of days; null without one. */
    moments,
    /** A driver or depot filter set by a link from another screen. */
    driverId: idOf(address.driverId),
    groupId: idOf(address.groupId),
    setVehicle: (id: number | null) =>
      setAddress({
        vehicleId: id === null ? ALL_VEHICLES : String(id),
        driverId: undefined,
        groupId: undefined,
        page: undefined,
        eventId: undefined,
      }),
    setDays: ({ from, to }: DayRange) =>
      setAddress({
        vehicleId: vehicleText,
        startDate: from,
        endDate: to === from ? undefined : to,
        from: undefined,
        to: undefined,
        page: undefined,
        eventId: undefined,
      }),
    setCodes: (next: readonly number[]) =>
      setAddress({ event: codesText(next, allCodes), page: undefined, eventId: undefined }),
  };
}

type Address = ReturnType<typeof useSelection>['address'];

/** The filters about the review of events. */
function useReviewFilter(address: Address) {
  return useMemo(() => {
    const state =
      address.state === DONE
        ? REVIEW_STATES.filter((one) => one !== 'new')
        : REVIEW_STATES.find((one) => one === address.state);
    const reason = DISMISSAL_REASONS.find((one) => one === address.reason);
    const counted = COACHING_COUNTS.find((one) => one === address.counted);
    const side = EVENT_SIDES.find((one) => one === address.side);
    const since = readDay(address.reviewed);
    const severity =
      address.severity === SERIOUS
        ? [...SERIOUS_SEVERITIES]
        : EVENT_SEVERITIES.find((one) => one === address.severity);
    return {
      ...(state === undefined ? {} : { state }),
      ...(severity === undefined ? {} : { severity }),
      ...(reason === undefined ? {} : { dismissal_reason: reason }),
      ...(since === null ? {} : { reviewed_since: since }),
      ...(counted === undefined ? {} : { counted }),
      ...(side === undefined ? {} : { side }),
      ...(address.assigned === 'me' ? { assigned: 'me' as const } : {}),
      ...(address.due === 'overdue' ? { due: 'overdue' as const } : {}),
    };
  }, [
    address.state,
    address.severity,
    address.assigned,
    address.due,
    address.reason,
    address.reviewed,
    address.counted,
    address.side,
  ]);
}

/**
 * Whether to search: at once, but for a limited user only after a search or a change by hand
 * (E-14).
 */
function useIsAsked(address: Address) {
  const { current } = useSession();
  const [isAsked, setIsAsked] = useState(!current.user.permission.perms.is_limited_user);
  const [first] = useState({
    vehicle: address.vehicleId,
    day: address.startDate,
    event: address.event,
  });
  const isChanged =
    first.vehicle !== address.vehicleId ||
    first.day !== address.startDate ||
    first.event !== address.event;
  useEffect(() => {
    if (isChanged) setIsAsked(true);
  }, [isChanged]);
  return [isAsked, setIsAsked] as const;
}

/**
 * The events that match the sidebar. Each change searches again (E-13); the first search
 * runs automatically, except for a limited user (E-14). A search stores the vehicle and the filters
 * (E-18).
 */
export function useEvents() {
  const selection = useSelection();
  const { vehicleId, codes, days, moments, address, driverId, groupId } = selection;
  const { timeZone } = useDisplay().dates;
  const [isAsked, setIsAsked] = useIsAsked(address);
  const { page, pageSize } = pageOf(address);
  const isOldestFirst = address.order === 'time';
  const range = useMemo(() => {
    const now = today(timeZone);
    return moments ?? momentsOf(days ?? { from: now, to: now }, timeZone);
  }, [days, moments, timeZone]);
  const query = useMemo(
    () => ({
      ...(vehicleId == null ? {} : { vehicle: vehicleId }),
      ...(driverId === null ? {} : { driver: driverId }),
      ...(groupId === null ? {} : { vehicle_group: groupId }),
      ...range,
      event: [...codes],
    }),
    [vehicleId, driverId, groupId, range, codes],
  );
  const isReady = vehicleId !== undefined && canSearch(days, vehicleId, codes);
  const reviews = useReviewFilter(address);
  const isOn = isAsked && isReady;
  const list = useQuery({
    queryKey: ['events', query, reviews, page, pageSize, isOldestFirst],
    enabled: isOn,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => {
      storage.selectedVehicle.set(vehicleId ?? null);
      storage.searchFields.set(query);
      return api.events.list({
        query: {
          ...query,
          ...reviews,
          page,
          pageSize,
          ordering: isOldestFirst ? 'timestamp' : '-timestamp',
        },
        signal,
      });
    },
  });

  const { refetch } = list;
  const search = useCallback(() => {
    if (isAsked) void refetch();
    else setIsAsked(true);
  }, [isAsked, refetch, setIsAsked]);

  const isEmptied = codes.length === 0 && selection.types.isSuccess;
  const events = isOn ? (list.data?.results ?? []) : [];
  return {
    ...selection,
    query,
    reviews,
    page,
    pageSize,
    isOldestFirst,
    events,
    count: isOn ? (list.data?.count ?? 0) : 0,
    isLimit: list.data?.count_is_limit === true,
    /** The user has not pressed "Search" yet, or the filters are incomplete. */
    isWaiting:
      !isAsked || isEmptied || (vehicleId !== undefined && !isReady && !selection.types.isPending),
    isEmptied,
    isSearching: list.isFetching,
    state: {
      isPending:
        list.isLoading || (isAsked && (vehicleId === undefined || selection.types.isPending)),
      error: selection.types.error ?? list.error,
      refetch: () => {
        if (selection.types.isError) void selection.types.refetch();
        return list.refetch();
      },
      isPlaceholderData: list.isPlaceholderData,
    },
    search,
  };
}

/**
 * The event in the URL: from the list, or loaded separately if newer events have moved it off the
 * page, or a link names one on another page.
 *
 * @param eventId as in the URL
 */
export function useSelectedEvent(
  { events, query, state }: Pick<ReturnType<typeof useEvents>, 'events' | 'query' | 'state'>,
  eventId: string | undefined,
): FleetEvent | undefined {
  const listed = events.find(({ id }) => String(id) === eventId);
  const [kept, setKept] = useState(listed);
  if (listed !== undefined && listed !== kept) setKept(listed);
  const known = listed ?? (String(kept?.id) === eventId ? kept : undefined);
  const alone = useQuery({
    queryKey: ['event', query, eventId],
    enabled: eventId !== undefined && known === undefined && !state.isPending,
    queryFn: ({ signal }) =>
      api.events.list({ query: { ...query, id: Number(eventId), page: 1, pageSize: 1 }, signal }),
  });
  return known ?? (eventId === undefined ? undefined : alone.data?.results[0]);
}
