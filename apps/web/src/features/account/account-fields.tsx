import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';

interface AccountField {
  readonly label?: string | undefined;
  readonly hint?: string;
  readonly fault: readonly string[] | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Asks for the current password. */
export function CurrentPassword({ label, fault, value, onChange }: AccountField) {
  const { t } = useTranslation();
  return (
    <Field label={label ?? t('account.password')} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Asks for the name of a passkey or token. */
export function NameField({
  label,
  hint,
  fault,
  value,
  onChange,
}: AccountField & { readonly label: string }) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(props) => (
        <input
          {...props}
          maxLength={80}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
