import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { AddressForm } from '../../ui/address-form/address-form.tsx';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import { ScheduleTypesPicker } from '../../ui/pickers/schedule-types-picker.tsx';
import { VehiclesPicker } from '../../ui/pickers/vehicles-picker.tsx';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import type { DepotDraft, RegionDraft, VehicleGroup } from './depots.ts';

/** The regions by name. */
export function useRegions() {
  const { data = [] } = useQuery({
    queryKey: ['region', 'choices'],
    queryFn: ({ signal }) => api.depots.regions({ signal }),
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** The fields of a depot (requirement O-P05). */
export function DepotFields(form: FormProps<DepotDraft, VehicleGroup>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  const regions = useRegions();
  const addressFaults = Object.fromEntries(
    Object.entries(faults).filter(([name]) => name in draft.address),
  );
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="name" label={t('depots.name')} isRequired maxLength={90} />
      <ChoiceField
        form={form}
        name="region"
        label={t('depots.region')}
        none={t('depots.noRegion')}
        options={regions}
      />
      <VehiclesPicker
        selected={draft.vehicles}
        fault={faults.vehicles}
        onChange={(vehicles) => change({ vehicles })}
      />
      <ScheduleTypesPicker
        selected={draft.schedule_types}
        fault={faults.schedule_types}
        onChange={(schedule_types) => change({ schedule_types })}
      />
      <AddressForm
        value={draft.address}
        faults={{
          ...addressFaults,
          ...(faults.address === undefined ? {} : { display_name: faults.address }),
        }}
        onChange={(address) => change({ address })}
      />
    </>
  );
}

/** The fields of a region (requirement O-P05). */
export function RegionFields(form: FormProps<RegionDraft, VehicleGroup>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="name" label={t('regions.name')} isRequired maxLength={90} />
      <DepotsPicker
        label={t('regions.depots')}
        selected={draft.vehicle_groups}
        fault={faults.vehicle_groups}
        onChange={(vehicle_groups) => change({ vehicle_groups })}
      />
    </>
  );
}
