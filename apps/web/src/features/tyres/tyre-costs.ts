import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { type DistanceUnit, formatDistance, TYRE_PLACE_KINDS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { addMonths, readDay, today } from '../../ui/date-range/calendar.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { useAddress } from '../../ui/use-address.ts';

type Calls = typeof contract.tyreCosts;
export type TyreCosts = AnswerOf<Calls['report']>;
export type TyreCostRow = TyreCosts['results'][number];
export type TyreBehind = AnswerOf<Calls['tyres']>['results'][number];
export type TyreFigure = QueryOf<Calls['tyres']>['figure'];

const MONTHS = 12;
const THOUSAND_M: Readonly<Record<DistanceUnit, number>> = { KMS: 1_000_000, MLS: 1_609_344 };

/** The period and filters in the address; by default the last twelve months. */
export function useAskedTyreCosts() {
  const [address, change] = useAddress();
  const now = today(useDisplay().dates.timeZone);
  const place = TYRE_PLACE_KINDS.find((one) => one === address.place);
  const { depot, make, size } = address;
  const query = {
    from: readDay(address.fromDay ?? '') ?? addMonths(now, -MONTHS),
    to: readDay(address.toDay ?? '') ?? now,
    ...(depot === undefined ? {} : { depot: Number(depot) }),
    ...(place === undefined ? {} : { place }),
    ...(make === undefined ? {} : { make }),
    ...(size === undefined ? {} : { size }),
  };
  return { address, change, query };
}

export type AskedTyreCosts = ReturnType<typeof useAskedTyreCosts>;

const NONE = '–';

/** Distances, and costs for 1,000 km or miles, in the person's unit. */
export function useTyreCostTexts() {
  const { t } = useTranslation();
  const { locale, unit } = useDisplay();
  const money = useMoney();
  return {
    thousandM: THOUSAND_M[unit],
    /** "1,000 km" or "1,000 miles". */
    thousand: t(`tyres.costs.thousand.${unit}`),
    distance: (metres: number | null) =>
      metres === null ? NONE : formatDistance(metres, unit, locale, 0),
    money: (amount: number | null) => (amount === null ? NONE : money(amount)),
    perThousand: (perM: number | null) => (perM === null ? NONE : money(perM * THOUSAND_M[unit])),
  };
}
