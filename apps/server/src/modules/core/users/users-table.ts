import type { ColumnOf } from '../../../platform/tables/index.ts';
import { textOf, type Wording } from '../../../platform/texts.ts';
import type { UserRow } from './users.repository.ts';

const namesOf = (places: UserRow['depot_places']) => places.map(({ name }) => name).join(', ');

/** The columns of the list of users as a file. */
export function userColumns(language: Wording): readonly ColumnOf<UserRow>[] {
  const stateOf = (row: UserRow) =>
    textOf(language, row.is_active ? 'users.state.active' : 'users.state.inactive');
  return [
    { name: 'report.column.lastName', type: 'text', value: (row) => row.last_name },
    { name: 'report.column.firstName', type: 'text', value: (row) => row.first_name },
    { name: 'report.column.username', type: 'text', value: (row) => row.username },
    { name: 'report.column.email', type: 'text', value: (row) => row.email },
    { name: 'report.column.permission', type: 'text', value: (row) => row.role },
    { name: 'report.column.regions', type: 'text', value: (row) => namesOf(row.region_places) },
    { name: 'report.column.depots', type: 'text', value: (row) => namesOf(row.depot_places) },
    {
      name: 'report.column.lastLogin',
      type: 'moment',
      value: (row) => row.last_sign_in_at?.getTime() ?? null,
    },
    { name: 'report.column.status', type: 'text', value: stateOf },
  ];
}
