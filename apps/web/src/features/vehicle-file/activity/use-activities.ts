import type { VehicleType } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { storage } from '../../../session/storage.ts';
import type { DayRange } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import {
  useVehicleGroups,
  type VehicleGroup,
  vehicleOf,
} from '../../../ui/fleet-sidebar/vehicle-groups.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { ACTIVITIES_KEY, type Activity } from '../../../ui/vehicle-file/activities.ts';
import {
  type ActivityFilter,
  ALL_VEHICLES,
  canSearch,
  filterOf,
  orderingOf,
  pageOf,
  queryOf,
  storedFilterOf,
} from './vehicle-file-activity-filter.ts';
import { useMaySeeRestricted } from './vehicle-file-activity-restricted.ts';

const NO_ROWS: readonly Activity[] = [];

interface PickedVehicle {
  readonly id: number;
  readonly registration: string;
  /** Null if only a row of the list has it. */
  readonly type: VehicleType | null;
}

/** The filters in the URL, and functions to change them. */
function useFilter() {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const maySeeRestricted = useMaySeeRestricted();
  // Read once, because a search writes them.
  const [stored] = useState(() => ({
    vehicleId: storage.selectedVehicle.get(),
    fields: storage.searchFields.get(),
  }));
  const filter = useMemo(
    () =>
      filterOf(address, stored.vehicleId, stored.fields, {
        isRestricted: !maySeeRestricted,
        timeZone,
      }),
    [address, stored, maySeeRestricted, timeZone],
  );
  // For vehicles without a tracker only the picker has the name.
  const [picked, setPicked] = useState<PickedVehicle | null>(null);
  // Requirement G-51: every change except of the page returns to the first page.
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setAddress({ ...changes, page: undefined, activity: undefined });
  const flag = (isOn: boolean) => (isOn ? '1' : '0');
  return {
    address,
    setAddress,
    filter,
    maySeeRestricted,
    picked,
    setVehicle: (vehicle: PickedVehicle | null) => {
      setPicked(vehicle);
      change({ vehicleId: vehicle === null ? ALL_VEHICLES : String(vehicle.id) });
    },
    setDays: ({ from, to }: DayRange) =>
      change({ startDate: from, endDate: to === from ? undefined : to }),
    setType: (id: number) => change({ type: String(id) }),
    setDepot: (id: number) => change({ depot: String(id) }),
    setAuditTrail: (isOn: boolean) => change({ audit: flag(isOn) }),
    setDocumentDates: (isOn: boolean) => change({ documentDates: flag(isOn) }),
    setOrder: (order: 'date' | undefined) => change({ order }),
    setPending: (isOn: boolean) => change({ pending: flag(isOn) }),
  };
}

/** The selected vehicle: as picked, from the fleet, else from the rows. */
function useChosenVehicle(
  { vehicleId }: ActivityFilter,
  picked: PickedVehicle | null,
  rows: readonly Activity[],
  groups: readonly VehicleGroup[] | undefined,
): PickedVehicle | null {
  return useMemo(() => {
    if (vehicleId === null) return null;
    const known = picked?.id === vehicleId ? picked : vehicleOf(groups ?? [], vehicleId);
    if (known !== undefined) return known;
    const row = rows.find(({ vehicle }) => vehicle.id === vehicleId);
    return row === undefined ? null : { ...row.vehicle, type: null };
  }, [vehicleId, picked, groups, rows]);
}

/**
 * The activities that match the sidebar. Each change searches again and cancels the pending request
 * (G-59, G-61). The first search runs automatically, but never for a limited user (G-10). A search
 * stores the vehicle and the fields under their keys of local storage (G-55, G-56).
 */
export function useActivities() {
  const selection = useFilter();
  const { filter, address, setAddress } = selection;
  const { timeZone } = useDisplay().dates;
  const { current } = useSession();
  const { page, pageSize } = pageOf(address);
  const isOldestFirst = address.order === 'date';
  const query = useMemo(() => queryOf(filter, timeZone), [filter, timeZone]);
  const ordering = orderingOf(filter, isOldestFirst);
  const client = useQueryClient();
  const groups = useVehicleGroups();
  const isOn = canSearch(filter) && !current.user.permission.perms.is_limited_user;
  const list = useQuery({
    queryKey: [ACTIVITIES_KEY, query, ordering, page, pageSize],
    enabled: isOn,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => {
      // Requirement G-58: a search invalidates the trace.
      void client.invalidateQueries({ queryKey: ['trace'] });
      // Requirements G-62, T-25: an error shows an empty list without a message.
      return api.vehicleFile.list({
        query: { ...query, ordering, page, pageSize },
        signal,
        quiet: true,
      });
    },
  });
  const rows = isOn && !list.isError ? (list.data?.results ?? NO_ROWS) : NO_ROWS;
  const { refetch } = list;
  const vehicle = useChosenVehicle(filter, selection.picked, rows, groups.data);
  useEffect(() => {
    if (!isOn) return;
    storage.selectedVehicle.set(filter.vehicleId);
    storage.searchFields.set(storedFilterOf(filter, vehicle));
  }, [isOn, filter, vehicle]);
  return {
    ...selection,
    query,
    page,
    pageSize,
    isOldestFirst,
    rows,
    vehicle,
    /** The name of the selected vehicle is loading. */
    isNaming: filter.vehicleId !== null && vehicle === null && groups.isPending,
    count: isOn && !list.isError ? (list.data?.count ?? 0) : 0,
    isLimit: list.data?.count_is_limit === true,
    isSearching: list.isFetching,
    state: {
      isPending: list.isLoading,
      error: null,
      refetch,
      isPlaceholderData: list.isPlaceholderData,
    },
    /** Searches again from the first page (requirement G-51). */
    search: () => {
      if (page === 1) void refetch();
      else setAddress({ page: undefined });
    },
  };
}

export type ActivitySearch = ReturnType<typeof useActivities>;
