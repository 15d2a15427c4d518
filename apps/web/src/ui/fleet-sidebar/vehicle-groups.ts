import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type VehicleGroup = AnswerOf<typeof contract.events.vehicleGroups>['vehicle_groups'][number];
export type GroupVehicle = VehicleGroup['vehicles'][number];

/** Requirement S-23. */
const GROUPS_PAGE_SIZE = 400;

/** The visible depots with their vehicles that have a tracker. */
export function useVehicleGroups() {
  return useQuery({
    queryKey: ['vehicle-groups'],
    staleTime: 5 * 60_000,
    queryFn: async () => {
      const { vehicle_groups } = await api.events.vehicleGroups({
        query: {
          pageSize: GROUPS_PAGE_SIZE,
          page: 1,
          ordering: 'name',
          orderingDirection: '',
          search: '',
          trackers_only: 'true',
          brief: 'true',
        },
      });
      return vehicle_groups;
    },
  });
}

/** A vehicle of the groups by id. */
export function vehicleOf(
  groups: readonly VehicleGroup[],
  id: number | null,
): GroupVehicle | undefined {
  return groups.flatMap(({ vehicles }) => vehicles).find((vehicle) => vehicle.id === id);
}

/** Case-insensitive by registration without spaces; groups without a match are omitted (OP-105). */
export function matchingGroups(groups: readonly VehicleGroup[], text: string): VehicleGroup[] {
  const plain = (one: string) => one.replaceAll(' ', '').toLowerCase();
  const wanted = plain(text);
  if (wanted === '') return [...groups];
  return groups
    .map((group) => ({
      ...group,
      vehicles: group.vehicles.filter(({ registration }) => plain(registration).includes(wanted)),
    }))
    .filter(({ vehicles }) => vehicles.length > 0);
}

/**
 * The initial vehicle of a screen: that of the address; the one selected before; the first one of the
 * first group (requirement E-10). Invisible ones are skipped.
 *
 * @param wanted ids by priority, null for none
 */
export function firstVehicle(
  groups: readonly VehicleGroup[],
  wanted: readonly (number | null)[],
): GroupVehicle | undefined {
  for (const id of wanted) {
    const found = vehicleOf(groups, id);
    if (found !== undefined) return found;
  }
  return groups.find(({ vehicles }) => vehicles.length > 0)?.vehicles[0];
}
