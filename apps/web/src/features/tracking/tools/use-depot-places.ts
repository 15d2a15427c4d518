import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

export type DepotPlace = AnswerOf<typeof contract.tracking.depotPlaces>['results'][number];

/** The longest page of the contract. */
const PAGE_SIZE = 400;

/** The visible depots with their positions, as far as they are known. */
export function useDepotPlaces(isEnabled: boolean) {
  return useQuery({
    queryKey: ['depot-places'],
    enabled: isEnabled,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const found: DepotPlace[] = [];
      for (let page = 1; ; page += 1) {
        const { count, results } = await api.tracking.depotPlaces({
          query: { pageSize: PAGE_SIZE, page },
          signal,
          quiet: true,
        });
        found.push(...results);
        if (found.length >= count || results.length === 0) return found;
      }
    },
  });
}
