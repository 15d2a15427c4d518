import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from './kind.ts';
import { type Refresh, SinglePicker, type SinglePickerProps } from './single-picker.tsx';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}

const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`;

export const DRIVER: PickerKind<Driver> = {
  key: 'driver',
  columns: [{ key: 'first_name', text: 'picker.name', cell: nameOf }],
  order: 'first_name',
  pageSize: 50,
  hasEmptyHint: false,
  nameOf,
  // Drivers without an account, and the selected one (P-082).
  load: (question, { signal, selectedId }) =>
    api.pickers.drivers({
      query: {
        ...pagedQueryOf(question),
        unassigned: 'true',
        ...(selectedId === null ? {} : { except: selectedId }),
      },
      signal,
      quiet: true,
    }),
};

/**
 * Selects the driver of a user (requirements P-073 to P-085).
 *
 * @param refresh reloads the list, for example after a driver was added
 */
export function DriverPicker(props: SinglePickerProps & { readonly refresh?: Refresh }) {
  return <SinglePicker kind={DRIVER} {...props} />;
}
