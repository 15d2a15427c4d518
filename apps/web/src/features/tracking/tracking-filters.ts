import type { VehicleState } from '@roadworthy/domain';
import type { TrackVehicle } from './fleet-store.ts';

/** Filters of list and map: a text, and states (none selected means all). */
export interface FleetFilter {
  readonly search: string;
  readonly states: ReadonlySet<VehicleState>;
}

/** Whether it has no tracker that could be offline. An update of a new tracker brings a time. */
export const isUntracked = ({ is_untracked, timestamp }: TrackVehicle): boolean =>
  is_untracked === true && timestamp === null;

/** Case-insensitive over registration and driver (OP-105). */
export function matches(vehicle: TrackVehicle, { search, states }: FleetFilter): boolean {
  if (states.size > 0 && (isUntracked(vehicle) || !states.has(vehicle.state))) return false;
  if (search === '') return true;
  const driver =
    vehicle.driver === null ? '' : `${vehicle.driver.first_name} ${vehicle.driver.surname}`;
  const text = `${vehicle.registration} ${vehicle.registration.replace(' ', '')} ${driver}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

/** How many vehicles with a tracker are in each state. */
export function countStates(vehicles: readonly TrackVehicle[]): Record<VehicleState, number> {
  const counts = { moving: 0, idle: 0, stopped: 0, offline: 0, private: 0 };
  for (const vehicle of vehicles) {
    if (!isUntracked(vehicle)) counts[vehicle.state] += 1;
  }
  return counts;
}
