import type { PickerKind, PickerRow } from './kind.ts';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}

/** A picker of drivers by name. Its parts differ by the call that lists the drivers. */
export function driverKind({
  of,
  order,
  load,
}: Pick<PickerKind<Driver>, 'of' | 'order' | 'load'>): PickerKind<Driver> {
  const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`;
  return {
    key: 'driver',
    ...(of === undefined ? {} : { of }),
    columns: [{ key: order, text: 'picker.name', cell: nameOf }],
    order,
    pageSize: 50,
    hasEmptyHint: false,
    nameOf,
    load,
  };
}
