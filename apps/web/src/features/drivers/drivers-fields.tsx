import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DriverVehiclePicker } from '../../ui/pickers/driver-vehicle-picker.tsx';
import { ChoiceField, DayField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import type { Driver, DriverDraft } from './drivers.ts';

/** The driver categories by name. */
export function useCategories() {
  const { data = [] } = useQuery({
    queryKey: ['driver_category', 'choices'],
    queryFn: ({ signal }) => api.vehicles.driverCategories({ signal }),
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** The fields of a driver (requirement O-20). */
export function DriverFields(form: FormProps<DriverDraft, Driver>) {
  const { t } = useTranslation();
  const { draft, faults, change, one } = form;
  const categories = useCategories();
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="first_name" label={t('drivers.firstName')} isRequired />
      <TextField form={form} name="surname" label={t('drivers.surname')} isRequired />
      <TextField form={form} name="email" label={t('drivers.email')} type="email" />
      <TextField form={form} name="phone" label={t('drivers.phone')} type="tel" maxLength={40} />
      <ChoiceField
        form={form}
        name="category"
        label={t('drivers.category')}
        none={t('drivers.noCategory')}
        options={categories}
      />
      {one !== null && one.user_name !== null && (
        <p className="field-hint">{t('drivers.account', { name: one.user_name })}</p>
      )}
      <DriverVehiclePicker
        selected={draft.vehicle}
        isOptional
        fault={faults.vehicle}
        onChange={(vehicle) => change({ vehicle })}
      />
      <FieldGroup title={t('drivers.identities')}>
        <p className="field-hint">{t('drivers.identitiesHint')}</p>
        <TextField form={form} name="driver_id" label={t('drivers.ibutton')} maxLength={40} />
        <TextField form={form} name="rfid_number" label={t('drivers.rfid')} maxLength={40} />
        <TextField
          form={form}
          name="tachograph_card_number"
          label={t('drivers.tachographCard')}
          maxLength={40}
        />
        <DayField
          form={form}
          name="tachograph_card_expires_on"
          label={t('drivers.tachographCardExpires')}
        />
      </FieldGroup>
      <FieldGroup title={t('drivers.licence')}>
        <TextField
          form={form}
          name="licence_number"
          label={t('drivers.licenceNumber')}
          maxLength={40}
        />
        <TextField
          form={form}
          name="licence_categories"
          label={t('drivers.licenceCategories')}
          hint={t('drivers.licenceCategoriesHint')}
          maxLength={120}
        />
        <DayField form={form} name="licence_expires_on" label={t('drivers.licenceExpires')} />
        <TextField form={form} name="cpc_card_number" label={t('drivers.cpcCard')} maxLength={40} />
        <DayField form={form} name="cpc_expires_on" label={t('drivers.cpcExpires')} />
      </FieldGroup>
    </>
  );
}
