import type { AnswerOf, contract } from '@roadworthy/contract';
import type { VehicleType } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type ActivityType = AnswerOf<typeof contract.vehicleFile.activityTypes>['results'][number];

/** Requirement S-24. */
const PAGE_SIZE = 15;

/** All pages: a dropdown must not end with the fifteenth type (OP-039). */
async function allTypes(
  vehicleType: VehicleType | undefined,
  withInternal: boolean,
  signal: AbortSignal,
): Promise<ActivityType[]> {
  const types: ActivityType[] = [];
  for (let page = 1; ; page += 1) {
    const { count, results } = await api.vehicleFile.activityTypes({
      query: {
        page,
        pageSize: PAGE_SIZE,
        ordering: 'name',
        vehicle_type: vehicleType,
        remove_internal_use: withInternal ? undefined : 'True',
      },
      signal,
    });
    types.push(...results);
    if (types.length >= count || results.length === 0) return types;
  }
}

/**
 * The activity types that a user can add, by name; internal types are omitted, so that
 * every one has an id above 5 (R-163, G-64, OP-004).
 *
 * @param vehicleType only those for this type of vehicle (requirement H-07)
 */
export function useActivityTypes(vehicleType?: VehicleType, isEnabled = true) {
  return useQuery({
    queryKey: ['activity-types', vehicleType],
    enabled: isEnabled,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => allTypes(vehicleType, false, signal),
  });
}

/**
 * Every type that the list can show, by name, including those that only the system creates (G-43).
 */
export function useListedTypes() {
  return useQuery({
    queryKey: ['activity-types', 'listed'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => allTypes(undefined, true, signal),
  });
}
