import { UNACCOUNTED_KINDS } from '@roadworthy/domain';
import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { MonthRow } from './months/unaccounted-driving-months.repository.ts';
import type { GapRow } from './unaccounted-driving.repository.ts';

const nameOf = (first: string | null, surname: string | null) =>
  surname === null ? null : `${first ?? ''} ${surname}`.trim();

const dayMs = (day: string | null) => (day === null ? null : Date.parse(day));

/** The columns of the list as a file. */
export const gapColumns = (word: (key: TextKey) => string): readonly ColumnOf<GapRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) => nameOf(first_name, surname),
  },
  {
    name: 'report.column.kind',
    type: 'text',
    value: ({ kind }) => word(`unaccounted.kind.${kind}`),
  },
  { name: 'report.column.start', type: 'moment', value: ({ start_ms }) => start_ms },
  { name: 'report.column.end', type: 'moment', value: ({ end_ms }) => end_ms },
  { name: 'report.column.drivingTime', type: 'duration', value: ({ driven_s }) => driven_s },
  { name: 'report.column.distance', type: 'distance', value: ({ distance_m }) => distance_m },
  {
    name: 'report.column.cardUsed',
    type: 'text',
    value: ({ card_first_name, card_number, card_surname }) =>
      nameOf(card_first_name, card_surname) ?? card_number,
  },
  { name: 'report.column.unitDue', type: 'date', value: ({ unit_due_on }) => dayMs(unit_due_on) },
  { name: 'report.column.cardDue', type: 'date', value: ({ card_due_on }) => dayMs(card_due_on) },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`unaccounted.state.${state}`),
  },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];

/** The columns of the months as a file. */
export const monthColumns = (by: 'driver' | 'vehicle'): readonly ColumnOf<MonthRow>[] => [
  { name: 'report.column.month', type: 'text', value: ({ month }) => month.slice(0, 7) },
  by === 'vehicle'
    ? { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration }
    : {
        name: 'report.column.driver',
        type: 'text',
        value: ({ first_name, surname }) => nameOf(first_name, surname),
      },
  { name: 'report.column.stretches', type: 'count', value: ({ count }) => count },
  { name: 'report.column.drivingTime', type: 'duration', value: ({ driven }) => driven },
  ...UNACCOUNTED_KINDS.map(
    (kind): ColumnOf<MonthRow> => ({
      name: `report.column.${kind}`,
      type: 'distance',
      value: (row) => row[kind],
    }),
  ),
  { name: 'report.column.totalDistance', type: 'distance', value: ({ total }) => total },
];
