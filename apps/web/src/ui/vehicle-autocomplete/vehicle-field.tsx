import { Field } from '../field/field.tsx';
import type { SimpleVehicle } from './use-vehicle-search.ts';
import { type ChosenVehicle, VehicleAutocomplete } from './vehicle-autocomplete.tsx';

/** A labelled field of a form that selects a vehicle. */
export function VehicleField({
  selected,
  onChange,
  ...field
}: Omit<React.ComponentProps<typeof Field>, 'children'> & {
  readonly selected: ChosenVehicle | null;
  readonly onChange: (vehicle: SimpleVehicle | null) => void;
}) {
  return (
    <Field {...field}>
      {(props) => (
        <VehicleAutocomplete fieldProps={props} selected={selected} onChange={onChange} />
      )}
    </Field>
  );
}
