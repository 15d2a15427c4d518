import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from '../../ui/pickers/kind.ts';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}
const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`;

/** The drivers whom a planner sees, by name. */
export const PLANNED_DRIVERS: PickerKind<Driver> = {
  key: 'driver',
  // Not the list of drivers without an account, which has the same texts.
  of: 0,
  columns: [{ key: 'name', text: 'picker.name', cell: nameOf }],
  order: 'name',
  pageSize: 50,
  hasEmptyHint: false,
  nameOf,
  load: async (question, { signal }) => {
    const found = await api.driversHours.list({
      query: pagedQueryOf(question) as object,
      signal,
      quiet: true,
    });
    return { count: found.count, results: found.results.map(({ driver }) => driver) };
  },
};
