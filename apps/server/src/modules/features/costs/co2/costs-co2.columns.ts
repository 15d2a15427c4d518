import type { AnswerOf, contract } from '@roadworthy/contract';
import type { CostGrouping } from '@roadworthy/domain';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import { FIGURE_HEADINGS } from '../figures/costs-figures.columns.ts';

type Calls = typeof contract.costCo2;
type Figure = AnswerOf<Calls['figures']>['results'][number];
type Trip = AnswerOf<Calls['trips']>['results'][number];

/** The columns of the CO2 of trips as a file. */
export const co2Columns = (
  by: CostGrouping,
  word: (key: TextKey) => string,
): readonly ColumnOf<Figure>[] => [
  {
    name: FIGURE_HEADINGS[by],
    type: 'text',
    value: ({ name }) => (by === 'vehicle_type' ? word(`costs.type.${name as 'VAN'}`) : name),
  },
  { name: 'report.column.trips', type: 'count', value: ({ trips }) => trips },
  { name: 'report.column.distance', type: 'distance', value: ({ distance }) => distance },
  { name: 'report.column.co2Kg', type: 'measure', value: ({ co2_kg }) => co2_kg },
  { name: 'report.column.co2Measured', type: 'measure', value: ({ measured_kg }) => measured_kg },
  {
    name: 'report.column.co2Estimated',
    type: 'measure',
    value: ({ estimated_kg }) => estimated_kg,
  },
  { name: 'report.column.co2Unknown', type: 'count', value: ({ unknown_trips }) => unknown_trips },
];

/** The columns of the trips behind a figure as a file. */
export const co2TripColumns = (word: (key: TextKey) => string): readonly ColumnOf<Trip>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ vehicle }) => vehicle.registration },
  {
    name: 'report.column.start',
    type: 'moment',
    value: ({ started_at }) => Date.parse(started_at),
  },
  { name: 'report.column.end', type: 'moment', value: ({ ended_at }) => Date.parse(ended_at) },
  { name: 'report.column.distance', type: 'distance', value: ({ distance }) => distance },
  { name: 'report.column.litres', type: 'measure', value: ({ fuel_used }) => fuel_used },
  { name: 'report.column.co2Kg', type: 'measure', value: ({ co2_kg }) => co2_kg },
  {
    name: 'report.column.co2Basis',
    type: 'text',
    value: ({ basis }) => word(`costs.co2Basis.${basis}`),
  },
];
