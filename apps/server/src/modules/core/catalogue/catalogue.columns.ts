import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { EntryRow, ListKind } from './catalogue.repository.ts';

const NAME: ColumnOf<EntryRow> = {
  name: 'report.column.name',
  type: 'text',
  value: ({ name }) => name,
};
/** Built-in types have translated names. */
const KNOWN_NAME: ColumnOf<EntryRow> = { ...NAME, type: 'known' };
const TYPES: ColumnOf<EntryRow> = {
  name: 'report.column.vehicleTypes',
  type: 'text',
  value: ({ vehicle_types: types }) => types.join(' '),
};

/** The lists as rows of a file. */
export const ENTRY_COLUMNS: Readonly<Record<ListKind, readonly ColumnOf<EntryRow>[]>> = {
  activity_type: [
    KNOWN_NAME,
    { name: 'report.column.code', type: 'text', value: ({ reference }) => reference },
    {
      name: 'report.column.scheduleType',
      type: 'known',
      value: ({ schedule_type_name: name }) => name,
    },
    TYPES,
  ],
  schedule_type: [
    KNOWN_NAME,
    { name: 'report.column.category', type: 'known', value: ({ category }) => category },
    { name: 'report.column.interval', type: 'text', value: ({ interval }) => interval },
    { name: 'report.column.window', type: 'text', value: ({ window }) => window },
    TYPES,
  ],
  repairer: [
    NAME,
    { name: 'report.column.email', type: 'text', value: ({ email }) => email },
    { name: 'report.column.phone', type: 'text', value: ({ phone }) => phone },
  ],
  geofence_category: [
    NAME,
    { name: 'report.column.colour', type: 'text', value: ({ colour }) => colour },
  ],
};
