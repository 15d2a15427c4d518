import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { makePasskey } from './account-passkeys.ts';

/** Asks for a name and the password, then creates the passkey. */
export function PasskeyDialog({
  onDone,
  onClose,
}: {
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    await makePasskey(name, password);
    onDone();
  };
  return (
    <FormDialog
      title={t('account.addPasskey')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('account.passkeyText')}</p>
      <Field label={t('account.passkeyName')} fault={faults.name}>
        {(props) => (
          <input
            {...props}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('account.password')} fault={faults.password ?? faults.credential}>
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
