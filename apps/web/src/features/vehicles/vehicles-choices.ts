import { VEHICLE_ENERGIES, VEHICLE_TYPES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { ChoiceOption } from '../../ui/resource/bound-fields.tsx';

/** The vehicle types by name. */
export function useTypes(): readonly ChoiceOption[] {
  const { t } = useTranslation();
  return VEHICLE_TYPES.map((value) => ({ value, label: t(`vehicles.type.${value}`) }));
}

/** The fuels by name. */
export function useEnergies(): readonly ChoiceOption[] {
  const { t } = useTranslation();
  return VEHICLE_ENERGIES.map(({ id, key }) => ({ value: id, label: t(`vehicles.energy.${key}`) }));
}

/** Loads a list of choices of a customer; null for the user's, or all that the user can see. */
function useChoices<T>(
  name: string,
  customer: number | null,
  read: (query: { customer?: number }, signal: AbortSignal) => Promise<readonly T[]>,
): readonly T[] {
  const { data = [] } = useQuery({
    queryKey: ['vehicle-choices', name, customer],
    queryFn: ({ signal }) => read(customer === null ? {} : { customer }, signal),
  });
  return data;
}

const options = (list: readonly { readonly id: number; readonly name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/**
 * The lists in a vehicle's form (requirement O-23).
 *
 * @param customer of the lists; null for the user's
 */
export function useVehicleLists(customer: number | null) {
  const { vehicles } = api;
  const liveries = useChoices('livery', customer, (query, signal) =>
    vehicles.liveries({ query, signal }),
  );
  return {
    manufacturers: options(
      useChoices('manufacturer', customer, (query, signal) =>
        vehicles.manufacturers({ query, signal }),
      ),
    ),
    models: useChoices('model', customer, (query, signal) => vehicles.models({ query, signal })),
    liveries: liveries.map(({ id, category_name: label }) => ({ value: id, label })),
    contractTypes: options(
      useChoices('contract_type', customer, (query, signal) =>
        vehicles.contractTypes({ query, signal }),
      ),
    ),
    leaseCompanies: options(
      useChoices('lease_company', customer, (query, signal) =>
        vehicles.leaseCompanies({ query, signal }),
      ),
    ),
  };
}
