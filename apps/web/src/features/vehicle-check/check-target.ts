import type { AnswerOf, contract } from '@roadworthy/contract';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';

type CheckPlace = NonNullable<
  NonNullable<AnswerOf<typeof contract.overviews.vehicle>['check']>['last']
>;

/** A check, opened in the list of its depot; null for a check of a depot that the person may not see. */
export const checkTarget = (place: CheckPlace | null): BarTarget | null =>
  place === null || place.depot === null
    ? null
    : {
        to: `/vehiclecheck/depot/${place.depot}`,
        search: { type: place.type, open: String(place.id) },
      };
