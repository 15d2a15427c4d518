import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { ItemRow } from './drivers-file.repository.ts';

/** The columns of the list as a file. */
export const driverFileColumns = (word: (key: TextKey) => string): readonly ColumnOf<ItemRow>[] => [
  { name: 'report.column.surname', type: 'text', value: ({ surname }) => surname },
  { name: 'report.column.firstName', type: 'text', value: ({ first_name: name }) => name },
  {
    name: 'report.column.kind',
    type: 'text',
    value: ({ kind, title }) => (title === '' ? word(`driversFile.item.${kind}`) : title),
  },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`driversFile.state.${state}`),
  },
  {
    name: 'report.column.due',
    type: 'date',
    value: ({ due_on: day }) => (day === null ? null : Date.parse(day)),
  },
];
