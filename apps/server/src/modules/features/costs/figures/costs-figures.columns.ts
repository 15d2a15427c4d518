import { COST_KINDS, type CostGrouping } from '@roadworthy/domain';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { FigureRow } from './costs-figures.repository.ts';
import type { CostRecordRow } from './costs-records.repository.ts';

interface ExportedFigure extends FigureRow {
  readonly litres: number;
  readonly co2_kg: number;
}

/** The heading of the first column by grouping. */
export const FIGURE_HEADINGS = {
  month: 'report.column.month',
  vehicle: 'report.column.vehicle',
  vehicle_type: 'report.column.vehicleType',
  depot: 'report.column.depot',
} as const satisfies Record<CostGrouping, TextKey>;

/** The columns of the figures as a file. */
export const figureColumns = (
  by: CostGrouping,
  word: (key: TextKey) => string,
): readonly ColumnOf<ExportedFigure>[] => [
  {
    name: FIGURE_HEADINGS[by],
    type: 'text',
    value: ({ name }) => (by === 'vehicle_type' ? word(`costs.type.${name as 'VAN'}`) : name),
  },
  ...COST_KINDS.map(
    (kind): ColumnOf<ExportedFigure> => ({
      name: `report.column.cost.${kind}`,
      type: 'money',
      value: ({ amounts }) => amounts[kind] ?? 0,
    }),
  ),
  { name: 'report.column.total', type: 'money', value: ({ total }) => total },
  { name: 'report.column.distance', type: 'distance', value: ({ distance_m }) => distance_m },
  { name: 'report.column.litres', type: 'measure', value: ({ litres }) => litres },
  { name: 'report.column.energyKwh', type: 'measure', value: ({ energy_kwh }) => energy_kwh },
  { name: 'report.column.co2Kg', type: 'measure', value: ({ co2_kg }) => co2_kg },
];

/** The columns of the records behind a figure as a file. */
export const recordColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<CostRecordRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.category', type: 'text', value: ({ kind }) => word(`costs.kind.${kind}`) },
  {
    name: 'report.column.kind',
    type: 'text',
    value: ({ source }) => word(`costs.source.${source}`),
  },
  { name: 'report.column.date', type: 'date', value: ({ day }) => Date.parse(day) },
  { name: 'report.column.amount', type: 'money', value: ({ amount }) => amount },
  { name: 'report.column.reference', type: 'text', value: ({ name }) => name },
];
