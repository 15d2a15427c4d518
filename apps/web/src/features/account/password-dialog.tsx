import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';

/** Asks for the password before a change to the account. */
export function PasswordDialog({
  title,
  text,
  label,
  action,
  onPassword,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  /** Label of the field instead of "Password". */
  readonly label?: string;
  /** Label of the button instead of "Save". */
  readonly action?: string;
  /** Performs the change; errors are shown next to the password. */
  readonly onPassword: (password: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  return (
    <FormDialog
      title={title}
      action={action}
      onSave={() => onPassword(password)}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{text}</p>
      <Field label={label ?? t('account.password')} fault={faults.password}>
        {(props) => (
          <input
            {...props}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
