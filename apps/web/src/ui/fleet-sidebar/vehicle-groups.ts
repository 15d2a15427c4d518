import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type VehicleGroup = AnswerOf<typeof contract.events.vehicleGroups>['vehicle_groups'][number];
export type GroupVehicle = VehicleGroup['vehicles'][number];

/** Requirement S-23. */
const GROUPS_PAGE_SIZE = 400;

/** The depots in scope with those of their vehicles that have a tracker. */
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

/** A vehicle of the groups by its id. */
export function vehicleOf(
  groups: readonly VehicleGroup[],
  id: number | null,
): GroupVehicle | undefined {
  return groups.flatMap(({ vehicles }) => vehicles).find((vehicle) => vehicle.id === id);
}

/** Case-insensitive over the registration, blanks aside; groups without a match go (OP-105). */
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
 * Which vehicle a screen begins with: that of the address; one chosen before; the first one of the
 * first group (requirement E-10). Those that are not in sight are passed over.
 *
 * @param wanted ids in this order, null for none
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
