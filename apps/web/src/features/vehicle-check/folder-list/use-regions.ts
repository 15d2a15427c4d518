import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { listedRegions, type Region } from '../vehicle-check-place.ts';

const NONE: readonly Region[] = [];

/**
 * The visible regions with their depots. An error leaves the list empty without a message
 * (requirements L-07, T-26).
 */
export function useRegions() {
  const { data, isPending, isError } = useQuery({
    queryKey: ['check-regions'],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: ({ signal }) => api.depots.regions({ signal, quiet: true }),
  });
  const regions = useMemo(() => listedRegions(data ?? NONE), [data]);
  return { regions, isPending, isError };
}
