import { useTranslation } from 'react-i18next';
import { AddressForm } from '../../ui/address-form/address-form.tsx';
import { faultText } from '../../ui/field/required.ts';
import { cx, row } from '../../ui/look/look.ts';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import styles from './customers.module.css';
import type { Customer, CustomerDraft } from './customers.ts';
import { LogoField } from './logo-field.tsx';
import { useCurrencies } from './use-currencies.ts';

/** The languages of the product by their native names. */
const LANGUAGES = [
  ['en', 'English'],
  ['pt', 'Português'],
] as const;

function LanguageChoices({ draft, faults, change }: FormProps<CustomerDraft, Customer>) {
  const { t } = useTranslation();
  const { languages } = draft;
  return (
    <FieldGroup title={t('customers.languages')}>
      <div className={cx(row({ wrap: true, rowGap: 0, columnGap: 6 }), styles.languageChoices)}>
        {LANGUAGES.map(([reference, name]) => (
          <label key={reference} lang={reference}>
            <input
              type="checkbox"
              checked={languages.includes(reference)}
              onChange={(event) =>
                change({
                  languages: event.currentTarget.checked
                    ? [...languages, reference]
                    : languages.filter((one) => one !== reference),
                })
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <p className="field-fault" role="alert">
        {faultText(faults.languages, t('customers.languages'))}
      </p>
    </FieldGroup>
  );
}

/** The fields of a customer (requirement O-19). */
export function CustomerFields(form: FormProps<CustomerDraft, Customer>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <>
      <TextField form={form} name="name" label={t('customers.name')} isRequired maxLength={90} />
      <LogoField
        logo={draft.logo}
        name={draft.name}
        fault={faults.logo}
        onChange={(logo) => change({ logo })}
      />
      <SwitchField
        form={form}
        name="shows_logo"
        label={t('customers.showsLogo')}
        hint={t('customers.showsLogoHint')}
      />
      <TextField form={form} name="slogan" label={t('customers.slogan')} maxLength={120} />
      <ChoiceField
        form={form}
        name="currency"
        label={t('customers.currency')}
        hint={t('customers.currencyHint')}
        isRequired
        options={useCurrencies()}
      />
      <FieldGroup title={t('customers.contact')}>
        <TextField form={form} name="contact_name" label={t('customers.contactName')} />
        <TextField
          form={form}
          name="contact_email"
          label={t('customers.contactEmail')}
          type="email"
        />
        <TextField
          form={form}
          name="contact_phone"
          label={t('customers.contactPhone')}
          type="tel"
          maxLength={40}
        />
        <TextField
          form={form}
          name="maintenance_phone"
          label={t('customers.maintenancePhone')}
          hint={t('customers.maintenancePhoneHint')}
          type="tel"
          maxLength={40}
        />
      </FieldGroup>
      <LanguageChoices {...form} />
      <AddressForm
        value={draft.address}
        faults={faults.address === undefined ? {} : { display_name: faults.address }}
        onChange={(address) => change({ address })}
      />
    </>
  );
}
