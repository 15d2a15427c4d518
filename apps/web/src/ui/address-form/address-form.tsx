import type { Address } from '@roadworthy/contract';
import { useTranslation } from 'react-i18next';
import { Field } from '../field/field.tsx';
import type { Faults } from '../field/form-dialog.tsx';
import './address-form.css';

/** The fields of an address, without its id (requirement O-10). */
export type AddressDraft = Omit<Address, 'id'>;

/** An empty address. */
export const EMPTY_ADDRESS: AddressDraft = {
  display_name: '',
  address1: '',
  address2: '',
  city: '',
  county: '',
  postcode: '',
  country: '',
};

/** The autocomplete token of each field. */
const FIELDS = [
  ['display_name', 'organization'],
  ['address1', 'address-line1'],
  ['address2', 'address-line2'],
  ['city', 'address-level2'],
  ['county', 'address-level1'],
  ['postcode', 'postal-code'],
  ['country', 'country-name'],
] as const satisfies readonly (readonly [keyof AddressDraft, string])[];

/**
 * The fields of an address (requirements O-09, O-10). A display name of at least five characters is
 * recommended, not required (O-11, OP-106).
 *
 * @param faults errors by field name
 */
export function AddressForm({
  value,
  faults = {},
  onChange,
}: {
  readonly value: AddressDraft;
  readonly faults?: Faults;
  readonly onChange: (value: AddressDraft) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="address-form">
      <legend>{t('address.title')}</legend>
      {FIELDS.map(([name, autoComplete]) => (
        <Field
          key={name}
          label={t(`address.${name}`)}
          hint={name === 'display_name' ? t('address.displayNameHint') : undefined}
          fault={faults[name]}
        >
          {(props) => (
            <input
              {...props}
              autoComplete={autoComplete}
              maxLength={name === 'postcode' ? 20 : 120}
              value={value[name]}
              onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
