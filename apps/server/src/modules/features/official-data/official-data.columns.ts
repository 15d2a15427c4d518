import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { OfficialRow } from './official-data.repository.ts';

const dayMs = (day: string | null) => (day === null ? null : Date.parse(day));

/** The columns of the list as a file. */
export const officialColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<OfficialRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  {
    name: 'report.column.taxStatus',
    type: 'text',
    value: ({ tax_status }) => (tax_status === null ? '' : word(`officialData.tax.${tax_status}`)),
  },
  { name: 'report.column.taxDue', type: 'date', value: ({ tax_due_on }) => dayMs(tax_due_on) },
  { name: 'report.column.motDue', type: 'date', value: ({ mot_due_on }) => dayMs(mot_due_on) },
  {
    name: 'report.column.source',
    type: 'text',
    value: ({ mot_source }) =>
      mot_source === null ? '' : word(`officialData.source.${mot_source}`),
  },
  { name: 'report.column.lastMot', type: 'date', value: ({ last_mot_on }) => dayMs(last_mot_on) },
  {
    name: 'report.column.result',
    type: 'text',
    value: ({ last_mot_result: result }) =>
      result === null ? '' : word(`officialData.result.${result}`),
  },
  {
    name: 'report.column.attention',
    type: 'text',
    value: ({ flags }) => flags.map((flag) => word(`officialData.flag.${flag}`)).join(', '),
  },
  {
    name: 'report.column.checkedAt',
    type: 'moment',
    value: ({ checked_at }) => checked_at?.getTime() ?? null,
  },
];
