import { positionText } from '@roadworthy/domain';
import { dayOfDotWeek } from '../../../../engines/tyres/index.ts';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { TyreRow } from './tyres-register.repository.ts';

const dayMs = (day: string | null) => (day === null ? null : Date.parse(day));

type Word = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

/** A position in the reader's language; a text that a person wrote is unchanged. */
function positionIn(word: Word, code: string | null): string {
  const text = code === null ? null : positionText(code);
  if (text === null) return code ?? '';
  return word(text.key as TextKey, { axle: String(text.number) });
}

/** The columns of the list of tyres as a file. */
export const tyreColumns = (word: Word): readonly ColumnOf<TyreRow>[] => [
  { name: 'report.column.serial', type: 'text', value: ({ serial }) => serial },
  {
    name: 'report.column.make',
    type: 'text',
    value: ({ make, model }) => [make, model].filter(Boolean).join(' '),
  },
  {
    name: 'report.column.tyreSize',
    type: 'text',
    value: ({ load_index, size, speed_rating }) =>
      [size, `${load_index}${speed_rating}`].filter(Boolean).join(' '),
  },
  {
    name: 'report.column.status',
    type: 'text',
    value: ({ status }) => word(`tyres.status.${status}`),
  },
  {
    name: 'report.column.vehicle',
    type: 'text',
    value: ({ registration }) => registration ?? '',
  },
  {
    name: 'report.column.tyrePosition',
    type: 'text',
    value: ({ position }) => positionIn(word, position),
  },
  { name: 'report.column.depot', type: 'text', value: ({ depot_name }) => depot_name ?? '' },
  { name: 'report.column.treadMm', type: 'measure', value: ({ tread_mm }) => tread_mm },
  {
    name: 'report.column.readAt',
    type: 'date',
    value: ({ tread_at }) => tread_at?.getTime() ?? null,
  },
  { name: 'report.column.distance', type: 'distance', value: ({ run_m }) => run_m },
  {
    name: 'report.column.made',
    type: 'date',
    value: ({ dot_week }) => (dot_week === null ? null : dayMs(dayOfDotWeek(dot_week))),
  },
  {
    name: 'report.column.retreaded',
    type: 'date',
    value: ({ retreaded_on }) => dayMs(retreaded_on),
  },
  { name: 'report.column.changeOn', type: 'date', value: ({ change_on }) => dayMs(change_on) },
  {
    name: 'report.column.dueBy',
    type: 'text',
    value: ({ change_cause }) => (change_cause === null ? '' : word(`tyres.cause.${change_cause}`)),
  },
  { name: 'report.column.tyreBoughtOn', type: 'date', value: ({ bought_on }) => dayMs(bought_on) },
  { name: 'report.column.cost', type: 'money', value: ({ cost }) => cost },
];
