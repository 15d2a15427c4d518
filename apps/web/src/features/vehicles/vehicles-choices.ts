import { VEHICLE_ENERGIES, VEHICLE_TYPES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { ChoiceOption } from '../../ui/resource/bound-fields.tsx';

/** The types of vehicles, by name. */
export function useTypes(): readonly ChoiceOption[] {
  const { t } = useTranslation();
  return VEHICLE_TYPES.map((value) => ({ value, label: t(`vehicles.type.${value}`) }));
}

/** What vehicles run on, by name. */
export function useEnergies(): readonly ChoiceOption[] {
  const { t } = useTranslation();
  return VEHICLE_ENERGIES.map(({ id, key }) => ({ value: id, label: t(`vehicles.energy.${key}`) }));
}

/** Reads a list of choices of a customer; null for the own, or all that the person sees. */
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
 * The lists that a vehicle's form chooses from (requirement O-23).
 *
 * @param customer whose lists; null for the own
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
