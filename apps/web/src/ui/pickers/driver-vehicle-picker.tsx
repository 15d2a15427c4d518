import { SinglePicker, type SinglePickerProps } from './single-picker.tsx';
import { VEHICLES } from './vehicle-kind.ts';

export const DRIVER_VEHICLE = {
  ...VEHICLES,
  key: 'driverVehicle',
  order: 'registration',
  pageSize: 25,
  hasEmptyHint: true,
};

/** Selects the vehicle of a driver; without vehicles it has no pages (requirements P-086 to P-096). */
export function DriverVehiclePicker(props: SinglePickerProps) {
  return <SinglePicker kind={DRIVER_VEHICLE} hidesEmptyPager {...props} />;
}
