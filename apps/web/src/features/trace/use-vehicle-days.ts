import { toApiDate } from '@roadworthy/domain';
import { useCallback, useMemo } from 'react';
import { storage } from '../../session/storage.ts';
import {
  type Day,
  type DayRange,
  momentsOf,
  readDay,
  today,
} from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import {
  firstVehicle,
  useVehicleGroups,
  vehicleOf,
} from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { useAddress } from '../../ui/use-address.ts';
import type { MomentRange } from './use-trace.ts';

/** A day in the URL; a time means its day in the user's time zone. */
export function dayOfAddress(text: string | undefined, timeZone: string | null): Day | null {
  const day = readDay(text);
  if (day !== null) return day;
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : toApiDate(timeMs, timeZone);
}

/** The time in the URL, ms since 1970 UTC; null for a day or none. */
export function momentOfAddress(text: string | undefined): number | null {
  if (text === undefined || readDay(text) !== null) return null;
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? null : timeMs;
}

/**
 * The days in the URL. startDate applies only together with vehicleId (OP-026); otherwise it is
 * today. endDate makes it a range.
 */
export function daysOfAddress(
  address: Readonly<Record<string, string | undefined>>,
  timeZone: string | null,
): DayRange {
  const from = address.vehicleId === undefined ? null : dayOfAddress(address.startDate, timeZone);
  if (from === null) return { from: today(timeZone), to: today(timeZone) };
  const to = dayOfAddress(address.endDate, timeZone) ?? from;
  return { from, to: to < from ? from : to };
}

interface VehicleDays {
  /** Null while unknown. */
  readonly vehicleId: number | null;
  readonly days: DayRange;
  /** The range for calls; null without a vehicle. */
  readonly moments: MomentRange | null;
  readonly setVehicle: (id: number | null) => void;
  readonly setDays: (days: DayRange) => void;
}

/**
 * Vehicle and days of a screen, both in the URL (E-09, A-P03). Without a vehicle in the URL it is
 * the last selected one, if it is still visible.
 *
 * @param hasFallback whether it then falls back to the first of the first group (E-10)
 */
export function useVehicleDays(hasFallback: boolean): VehicleDays {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const groups = useVehicleGroups().data ?? [];
  const named = Number(address.vehicleId);
  const stored = storage.selectedVehicle.get();
  const fallback = hasFallback ? firstVehicle(groups, [stored]) : vehicleOf(groups, stored);
  const vehicleId = Number.isInteger(named) && named > 0 ? named : (fallback?.id ?? null);
  const { vehicleId: id, startDate, endDate } = address;
  const days = useMemo(
    () => daysOfAddress({ vehicleId: id, startDate, endDate }, timeZone),
    [id, startDate, endDate, timeZone],
  );
  const moments = useMemo(
    () => (vehicleId === null ? null : momentsOf(days, timeZone)),
    [vehicleId, days, timeZone],
  );
  const setVehicle = useCallback(
    (chosen: number | null) => {
      storage.selectedVehicle.set(chosen);
      setAddress({
        vehicleId: chosen?.toString(),
        startDate: days.from,
        endDate: days.to === days.from ? undefined : days.to,
        trip: undefined,
      });
    },
    [setAddress, days],
  );
  const setDays = useCallback(
    ({ from, to }: DayRange) =>
      setAddress({
        vehicleId: vehicleId?.toString(),
        startDate: from,
        endDate: to === from ? undefined : to,
        trip: undefined,
      }),
    [setAddress, vehicleId],
  );
  return { vehicleId, days, moments, setVehicle, setDays };
}
