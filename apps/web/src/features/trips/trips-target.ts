import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import { accessOf, destination } from '../../ui/destinations.ts';

/** What the list of trips requires. */
export const TRIPS_ACCESS = accessOf(destination('trips'));

/** The trips of a vehicle that began on these days of the person, both included; without days, those of the list. */
export const tripsTarget = (
  vehicle: number,
  days: { readonly from: string; readonly to: string } | undefined,
): BarTarget => ({
  to: '/telematics/trip',
  search: {
    vehicleId: String(vehicle),
    ...(days === undefined ? {} : { startDate: days.from, endDate: days.to }),
  },
});
