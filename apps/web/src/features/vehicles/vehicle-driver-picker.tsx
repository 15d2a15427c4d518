import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from '../../ui/pickers/kind.ts';
import { SinglePicker, type SinglePickerProps } from '../../ui/pickers/single-picker.tsx';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}

const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`.trim();

/** Visible drivers, with or without an account. */
const DRIVERS: PickerKind<Driver> = {
  key: 'vehicleDriver',
  columns: [{ key: 'first_name', text: 'picker.name', cell: nameOf }],
  order: 'first_name',
  pageSize: 50,
  hasEmptyHint: false,
  nameOf,
  load: (question, { signal }) =>
    api.pickers.drivers({
      query: { ...pagedQueryOf(question), unassigned: 'false' },
      signal,
      quiet: true,
    }),
};

/** Picks the driver of a vehicle (requirement O-P04). */
export function VehicleDriverPicker(props: SinglePickerProps) {
  return <SinglePicker kind={DRIVERS} isOptional {...props} />;
}
