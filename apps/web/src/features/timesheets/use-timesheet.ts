import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { storage } from '../../session/storage.ts';
import {
  type Day,
  type DayRange,
  momentsOf,
  mondayOf,
  readDay,
  today,
  weekOf,
} from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { firstVehicle, useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { useAddress } from '../../ui/use-address.ts';
import { browserZone } from '../tracking/tracking-hours.ts';

type Answer = AnswerOf<typeof contract.timesheets.vehicleTimesheet>;
export type TimesheetDay = Answer['results'][number];
export type TimesheetTotals = Answer['totals'];
export type Driver = AnswerOf<typeof contract.timesheets.drivers>['results'][number];

const idOf = (text: string | undefined) => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** The visible drivers to choose from (requirement M-15). */
export function useDrivers(isOn: boolean) {
  return useQuery({
    queryKey: ['timesheet-drivers'],
    enabled: isOn,
    staleTime: 5 * 60_000,
    queryFn: async () => (await api.timesheets.drivers()).results,
  });
}

/**
 * Vehicle or driver and week in the URL: a vehicle (the last selected or the first if the URL has
 * none) or a driver; the week of the day in the URL, else this one (M-15, M-P09).
 */
export function useTimesheet() {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const groups = useVehicleGroups();
  const [stored] = useState(() => storage.selectedVehicle.get());
  const isByDriver = address.by === 'driver';
  const drivers = useDrivers(isByDriver);
  const vehicleId =
    idOf(address.vehicleId) ?? firstVehicle(groups.data ?? [], [stored])?.id ?? null;
  const driverId = idOf(address.driverId);
  const now = today(timeZone);
  const named = readDay(address.week) ?? now;
  const monday = mondayOf(named > now ? now : named);
  const week = weekOf(monday);
  const day = readDay(address.day);
  const subject = isByDriver ? driverId : vehicleId;
  const range = momentsOf(week, timeZone);
  const list = useQuery({
    queryKey: ['timesheet', isByDriver, subject, monday, timeZone],
    enabled: subject !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { ...range, time_zone: browserZone() };
      return isByDriver
        ? api.timesheets.driverTimesheet({ query: { ...query, driver_id: subject ?? 0 }, signal })
        : api.timesheets.vehicleTimesheet({ query: { ...query, vehicle: subject ?? 0 }, signal });
    },
  });
  const show = (next: Day) =>
    setAddress({ week: next === mondayOf(now) ? undefined : next, day: undefined });
  return {
    isByDriver,
    groups,
    drivers,
    vehicleId,
    driverId,
    subject,
    driver: drivers.data?.find(({ id }) => id === driverId),
    monday,
    week,
    /** The day whose details are open; it is in the week. */
    day: day !== null && day >= week.from && day <= week.to ? day : null,
    range,
    list,
    setBy: (by: 'vehicle' | 'driver') =>
      setAddress({ by: by === 'driver' ? by : undefined, day: undefined }),
    setVehicle: (id: number | null) => {
      storage.selectedVehicle.set(id);
      setAddress({ vehicleId: id === null ? undefined : String(id) });
    },
    setDriver: (id: number) => setAddress({ driverId: String(id) }),
    setMonday: show,
    /** Selecting a day in the day picker opens its week and its details. */
    setDay: ({ from }: DayRange) =>
      setAddress({
        week: mondayOf(from) === mondayOf(now) ? undefined : mondayOf(from),
        day: from,
      }),
    openDay: (next: Day | null) => setAddress({ day: next ?? undefined }),
  };
}
