import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from '../../ui/pickers/kind.ts';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}
const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`;

/** The drivers whom a coach sees, by name. */
export const COACHED_DRIVERS: PickerKind<Driver> = {
  key: 'driver',
  // Neither the list of drivers without an account nor that of planners, which have the same texts.
  of: 1,
  columns: [{ key: 'first_name', text: 'picker.name', cell: nameOf }],
  order: 'first_name',
  pageSize: 50,
  hasEmptyHint: false,
  nameOf,
  load: (question, { signal }) =>
    api.coaching.drivers({ query: pagedQueryOf(question) as object, signal, quiet: true }),
};
