import { MultiPicker, type MultiPickerProps } from './multi-picker.tsx';
import { VEHICLES } from './vehicle-kind.ts';

export const GROUP_VEHICLES = {
  ...VEHICLES,
  key: 'vehicles',
  order: '-registration',
  pageSize: 25,
  firstPageSize: 50,
  hasEmptyHint: false,
};

/** Selects the vehicles of a depot (requirements P-064 to P-072). */
export function VehiclesPicker(props: MultiPickerProps) {
  return <MultiPicker kind={GROUP_VEHICLES} {...props} />;
}
