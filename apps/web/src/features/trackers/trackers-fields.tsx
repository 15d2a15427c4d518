import { DEVICE_PROTOCOL_NAMES, isDoubtfulImei } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { ChoiceField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { chosenOf } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { CustomerField } from '../customers/customer-field.tsx';
import type { Tracker, TrackerDraft } from './trackers.ts';

/** The fields of a tracker. */
export function TrackerFields(form: FormProps<TrackerDraft, Tracker>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <>
      <CustomerField form={form} />
      <TextField
        form={form}
        name="tracker"
        label={t('trackers.number')}
        hint={t('trackers.numberHint')}
        isRequired
        maxLength={64}
      />
      {isDoubtfulImei(draft.tracker.trim(), draft.protocol) && (
        <SwitchField
          form={form}
          name="isNumberSure"
          label={t('trackers.numberSure')}
          hint={t('trackers.numberSureHint')}
        />
      )}
      <ChoiceField
        form={form}
        name="protocol"
        label={t('trackers.protocol')}
        isRequired
        options={DEVICE_PROTOCOL_NAMES.map((value) => ({ value, label: t(`protocol.${value}`) }))}
      />
      <TextField form={form} name="model" label={t('trackers.model')} maxLength={80} />
      <TextField form={form} name="sim" label={t('trackers.sim')} maxLength={40} />
      <VehicleField
        label={t('trackers.vehicle')}
        hint={t('trackers.vehicleHint')}
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle: chosenOf(vehicle) })}
      />
      <TextField
        form={form}
        name="allowed_networks"
        label={t('trackers.networks')}
        hint={t('trackers.networksHint')}
        maxLength={1000}
      />
    </>
  );
}
