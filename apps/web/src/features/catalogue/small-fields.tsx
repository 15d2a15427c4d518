import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import type { CategoryDraft, Entry, RepairerDraft } from './catalogue-entry.ts';

/** The fields of a repairer. */
export function RepairerFields(form: FormProps<RepairerDraft, Entry>) {
  const { t } = useTranslation();
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="name" label={t('lists.name')} isRequired maxLength={90} />
      <TextField form={form} name="email" label={t('lists.email')} type="email" />
      <TextField form={form} name="phone" label={t('lists.phone')} type="tel" maxLength={40} />
    </>
  );
}

/** The fields of a geofence category. */
export function CategoryFields(form: FormProps<CategoryDraft, Entry>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="name" label={t('lists.name')} isRequired maxLength={60} />
      <Field label={t('lists.colour')} fault={faults.colour}>
        {(props) => (
          <input
            {...props}
            type="color"
            value={draft.colour}
            onChange={(event) => change({ colour: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
