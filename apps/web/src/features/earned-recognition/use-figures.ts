import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  MEASURES_OF,
  type Measure,
  periodOf,
  RECOGNITION_HALVES,
  type RecognitionHalf,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { useAddress } from '../../ui/use-address.ts';

export type Figures = AnswerOf<typeof contract.earnedRecognition.figures>;
export type Figure = Figures['total'][number];
export type CaseRecord = AnswerOf<typeof contract.earnedRecognition.records>['results'][number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The selected figure; null for none. */
export interface Chosen {
  readonly measure: Measure;
  /** `null` for vehicles and drivers without a depot; undefined for all. */
  readonly depot: number | null | undefined;
}

const idOf = (text: string | undefined) => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : undefined;
};

/** The filters in the URL, and a function to change them. */
export function useAsked() {
  const [address, setAddress] = useAddress();
  const { period } = address;
  const day = period !== undefined && DAY.test(period) ? period : undefined;
  const region = idOf(address.region);
  const half = useListTab(RECOGNITION_HALVES);
  const measure = MEASURES_OF[half].find((one) => one === address.measure);
  const depot = address.of === 'none' ? null : idOf(address.of);
  const query = {
    ...(day === undefined ? {} : { period: day }),
    ...(region === undefined ? {} : { region }),
  };
  const chosen: Chosen | null = measure === undefined ? null : { measure, depot };
  return {
    half,
    query,
    region: address.region,
    chosen,
    /** Moves by this many periods from the current one. */
    turn: (first: string, periods: number) =>
      setAddress({ period: periodOf(first, periods).first, measure: undefined, of: undefined }),
    chooseRegion: (id: string | undefined) => setAddress({ region: id }),
    look: (next: Chosen | null) =>
      setAddress({
        measure: next?.measure,
        of: next?.depot === null ? 'none' : next?.depot?.toString(),
      }),
  };
}

/** The figures of a half and a period. */
export function useFigures(half: RecognitionHalf, query: ReturnType<typeof useAsked>['query']) {
  return useQuery({
    queryKey: ['earned-recognition', 'figures', half, query],
    queryFn: ({ signal }) => api.earnedRecognition.figures({ query: { ...query, half }, signal }),
    // Figures of the other half would have other columns.
    placeholderData: (shown, before) => (before?.queryKey[2] === half ? shown : undefined),
  });
}
