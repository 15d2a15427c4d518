import { byText } from '../../ui/data-table/order.ts';
import { isRead, type VehicleLine } from './use-fleet-trips.ts';
import { isByTime } from './use-trip-table.ts';
import { oldestFirst, type TripRow, withPrivate, withStops } from './use-trips.ts';

/** A row of the table of several vehicles: a vehicle with totals or error, or a trip or stop of one. */
export type FleetRow =
  | { readonly kind: 'vehicle'; readonly line: VehicleLine }
  | { readonly kind: 'of'; readonly vehicle: VehicleLine['vehicle']; readonly row: TripRow };

/** Trips, stops and private use of a vehicle in time order. */
function tripRowsOf(line: VehicleLine, hasStops: boolean): FleetRow[] {
  if (!isRead(line)) return [];
  const rows = withStops(oldestFirst(line.results)).filter(
    ({ kind }) => hasStops || kind !== 'stop',
  );
  return withPrivate(rows, line.private_use).map((row) => ({
    kind: 'of',
    vehicle: line.vehicle,
    row,
  }));
}

/** Whether the table is sorted by vehicle, with a totals row of each before its trips. */
export const isByVehicle = (order: string) => order === 'vehicle' || order === '-vehicle';

const registrationOf = ({ vehicle }: VehicleLine) => vehicle.registration ?? '';

/**
 * Rows grouped by vehicle; in another sort order, ungrouped and unsorted, with the failed vehicles
 * first. Stops follow their trip by vehicle and by time, and are left out of other sort orders.
 */
export function fleetRows(
  lines: Iterable<VehicleLine>,
  order: string,
  hasStops: boolean,
): FleetRow[] {
  const areStopsShown = hasStops && (isByVehicle(order) || isByTime(order));
  const sorted = [...lines].sort(byText(registrationOf));
  const rowOf = (line: VehicleLine): FleetRow => ({ kind: 'vehicle', line });
  if (isByVehicle(order)) {
    if (order.startsWith('-')) sorted.reverse();
    return sorted.flatMap((line) => [rowOf(line), ...tripRowsOf(line, areStopsShown)]);
  }
  const failed = sorted.filter((line) => !isRead(line));
  return [...failed.map(rowOf), ...sorted.flatMap((line) => tripRowsOf(line, areStopsShown))];
}

/** The key of a row in the table. */
export function fleetKeyOf(row: FleetRow): string {
  if (row.kind === 'vehicle') return `vehicle${row.line.vehicle.id}`;
  if (row.row.kind === 'trip') return `trip${row.row.trip.id}`;
  const start = row.row.kind === 'private' ? row.row.travel.start_time : row.row.stop.startMs;
  return `${row.row.kind}${row.vehicle.id} ${start}`;
}
