import { MAX_TRIP_VEHICLES } from '@roadworthy/domain';
import { useMemo } from 'react';
import type { DayRange } from '../../ui/date-range/calendar.ts';
import { useAddress } from '../../ui/use-address.ts';

/** The value in the URL for several vehicles while none is selected. */
const NONE = 'none';

/** The vehicles in the URL, without duplicates; null for a single one. */
export function vehiclesOfAddress(text: string | undefined): readonly number[] | null {
  if (text === undefined) return null;
  const ids = text.split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))].slice(
    0,
    MAX_TRIP_VEHICLES,
  );
}

/** Whether the screen shows one vehicle or several, and which; stored in the URL. */
export function useSeveral(days: DayRange) {
  const [address, setAddress] = useAddress();
  const { vehicles } = address;
  const ids = useMemo(() => vehiclesOfAddress(vehicles), [vehicles]);
  /** Opens several vehicles, or with null the shown one, as a new history entry. */
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
