import { useState } from 'react';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { CurrentPassword } from './account-fields.tsx';

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
      <CurrentPassword
        label={label}
        fault={faults.password}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
