import { MAX_TRIP_VEHICLES } from '@roadworthy/domain';
import { useMemo } from 'react';
import type { DayRange } from '../../ui/date-range/calendar.ts';
import { useAddress } from '../../ui/use-address.ts';

/** In the address, where several vehicles are meant and none is chosen yet. */
const NONE = 'none';

/** The vehicles that an address names, without repetition; null where it means a single one. */
export function vehiclesOfAddress(text: string | undefined): readonly number[] | null {
  if (text === undefined) return null;
  const ids = text.split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))].slice(
    0,
    MAX_TRIP_VEHICLES,
  );
}

/** Whether the screen shows one vehicle or several, and which; it lives in the address. */
export function useSeveral(days: DayRange) {
  const [address, setAddress] = useAddress();
  const { vehicles } = address;
  const ids = useMemo(() => vehiclesOfAddress(vehicles), [vehicles]);
  /** Goes on to several vehicles, or with null to the one that is shown; Back leads here again. */
  const choose = (chosen: readonly number[] | null, shownId: number | null) =>
    setAddress(
      {
        vehicles: chosen === null ? undefined : chosen.join(',') || NONE,
        vehicleId: shownId?.toString(),
        startDate: days.from,
        endDate: days.to === days.from ? undefined : days.to,
        trip: undefined,
      },
      { isStep: true },
    );
  return { ids, choose };
}
