import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useAddress } from '../../ui/use-address.ts';

export type VorRecord = AnswerOf<typeof contract.vor.list>['results'][number];
export type VorEntry = AnswerOf<typeof contract.vor.read>;
/** The totals over all pages of the list. */
type VorFigures = AnswerOf<typeof contract.vor.figures>;

/** Query key of entries and their figures. */
export const VOR_KEY = 'vor';
/** Refresh interval, because others change VOR states too. */
export const REFRESH_MS = 60_000;

/** The figures for the filters in the URL: loaded once for all pages, sort orders and searches. */
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
