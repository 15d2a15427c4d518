import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useAddress } from '../../ui/use-address.ts';

export type VorRecord = AnswerOf<typeof contract.vor.list>['results'][number];
export type VorEntry = AnswerOf<typeof contract.vor.read>;
/** What goes over all pages of the list. */
type VorFigures = AnswerOf<typeof contract.vor.figures>;

/** What entries and their figures are kept under. */
export const VOR_KEY = 'vor';
/** A vehicle may go off the road, or come back, while somebody looks. */
export const REFRESH_MS = 60_000;

/** The figures of the list at this address: read once for all of its pages, orders and searches. */
export function useFigures(): VorFigures | undefined {
  const [{ region, depot, vehicle }] = useAddress();
  const scope = { region, depot, vehicle };
  return useQuery({
    queryKey: [VOR_KEY, 'figures', scope],
    queryFn: ({ signal }) => api.vor.figures({ query: scope as object, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  }).data;
}
