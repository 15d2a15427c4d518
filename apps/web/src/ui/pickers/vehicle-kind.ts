import { api } from '../../api/client.ts';
import type { PickerKind, PickerRow } from './kind.ts';

interface Vehicle extends PickerRow {
  readonly registration: string;
}

/** The vehicles of the administrator by registration, for both vehicle pickers. */
export const VEHICLES: Pick<PickerKind<Vehicle>, 'columns' | 'nameOf' | 'load'> = {
  columns: [
    {
      key: 'registration',
      text: 'picker.registration',
      cell: ({ registration }) => registration,
    },
  ],
  nameOf: ({ registration }) => registration,
  // This call expresses the direction by a minus (R-083, OP-038).
  load: ({ pageSize, page, order, search }, { signal }) =>
    api.vehicles.list({ query: { pageSize, page, ordering: order, search }, signal, quiet: true }),
};
