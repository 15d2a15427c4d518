import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { requiredFault } from '../../ui/field/required.ts';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { saveVor, type VorForm, vorFormOf } from '../records/vor-form/records-vor-form.ts';
import { VorFields } from '../records/vor-form/vor-fields.tsx';
import type { VorEntry } from './use-vor.ts';

/** Form values of an entry, with its vehicle. */
export interface VorDraft extends VorForm {
  readonly vehicle: ChosenVehicle | null;
}

export const vorDraft = (one: VorEntry | null, timeZone: string | null): VorDraft => ({
  ...vorFormOf(one, timeZone),
  vehicle: one?.vehicle ?? null,
});

/** A new entry needs a vehicle from the search. */
export const checkVor = ({ vehicle }: VorDraft, t: TFunction) =>
  vehicle === null ? { vehicle: requiredFault(t) } : {};

export const saveVorDraft = (
  { vehicle, ...form }: VorDraft,
  one: VorEntry | null,
  timeZone: string | null,
) => saveVor(form, { vehicleId: vehicle?.id ?? 0, defectId: null, entry: one, timeZone });

/** The fields of an entry; the vehicle cannot be changed later. A cleared entry is read-only. */
export function VorDraftFields({ draft, faults, one, change }: FormProps<VorDraft, VorEntry>) {
  const { t } = useTranslation();
  if (one?.state === 'returned') return null;
  return (
    <>
      {one === null && (
        <VehicleField
          label={t('vor.registration')}
          fault={faults.vehicle}
          isRequired
          selected={draft.vehicle}
          onChange={(vehicle) => change({ vehicle })}
        />
      )}
      <VorFields form={draft} faults={faults} entry={one} change={change} />
    </>
  );
}
