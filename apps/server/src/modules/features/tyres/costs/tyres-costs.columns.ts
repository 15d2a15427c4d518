import { type DistanceUnit, SCRAP_REASONS } from '@roadworthy/domain';
import type { TyreCostRow } from '../../../../engines/tyres/index.ts';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';

/** Metres of 1,000 km or miles. */
const THOUSAND_M: Readonly<Record<DistanceUnit, number>> = { KMS: 1_000_000, MLS: 1_609_344 };

/** The columns of the costs of tyres as a file. */
export const tyreCostColumns = (
  unit: DistanceUnit,
  word: (key: TextKey) => string,
): readonly ColumnOf<TyreCostRow>[] => [
  {
    name: 'report.column.make',
    type: 'text',
    value: ({ make, model }) => [make, model].filter(Boolean).join(' '),
  },
  { name: 'report.column.tyreFitted', type: 'count', value: ({ fittedNow }) => fittedNow.length },
  { name: 'report.column.tyreBought', type: 'count', value: ({ bought }) => bought.length },
  {
    name: 'report.column.tyreNoPurchase',
    type: 'count',
    value: ({ withoutPurchaseDay }) => withoutPurchaseDay.length,
  },
  { name: 'report.column.tyreScrapped', type: 'count', value: ({ scrapped }) => scrapped.length },
  {
    name: 'report.column.tyreCauses',
    type: 'text',
    value: ({ causes }) =>
      SCRAP_REASONS.filter((reason) => causes[reason] > 0)
        .map((reason) => `${word(`tyres.reason.${reason}`)}: ${causes[reason]}`)
        .join(', '),
  },
  { name: 'report.column.tyreRetreads', type: 'count', value: ({ retreads }) => retreads },
  { name: 'report.column.tyreRun', type: 'distance', value: ({ meanRunM }) => meanRunM },
  {
    name: 'report.column.tyreNoDistance',
    type: 'count',
    value: ({ withoutDistance }) => withoutDistance.length,
  },
  { name: 'report.column.tyrePerMm', type: 'distance', value: ({ mPerMm }) => mPerMm },
  { name: 'report.column.tyreMeasured', type: 'count', value: ({ measured }) => measured.length },
  { name: 'report.column.tyreCost', type: 'money', value: ({ meanCost }) => meanCost },
  {
    name: 'report.column.tyreNoCost',
    type: 'count',
    value: ({ withoutCost }) => withoutCost.length,
  },
  {
    name: unit === 'KMS' ? 'report.column.tyrePer1000Km' : 'report.column.tyrePer1000Miles',
    type: 'money',
    value: ({ costPerM }) => (costPerM === null ? null : costPerM * THOUSAND_M[unit]),
  },
];
