import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type {
  SimpleVehicle,
  VehicleSource,
} from '../../ui/vehicle-autocomplete/use-vehicle-search.ts';
import {
  type ChosenVehicle,
  chosenOf,
  VehicleAutocomplete,
} from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

/** Trailers, to find one by its registration. */
const TRAILERS: VehicleSource<SimpleVehicle> = {
  debounceMs: 300,
  find: (term, signal) =>
    api.tracking.simpleVehicleList({
      query: { pageSize: 15, search: term, trailers: 'true' },
      signal,
    }),
};

/** The trailer of a draft. */
export function TrailerField<Draft extends { readonly trailer: ChosenVehicle | null }>({
  form: { draft, faults, change },
  label,
  isRequired = false,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly label: string;
  readonly isRequired?: boolean;
}) {
  return (
    <Field label={label} isRequired={isRequired} fault={faults.trailer}>
      {(props) => (
        <VehicleAutocomplete
          source={TRAILERS}
          fieldProps={props}
          selected={draft.trailer}
          onChange={(trailer) => change({ trailer: chosenOf(trailer) } as Partial<Draft>)}
        />
      )}
    </Field>
  );
}
