import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { CurrentPassword, NameField } from './account-fields.tsx';
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
      <NameField
        label={t('account.passkeyName')}
        fault={faults.name}
        value={name}
        onChange={setName}
      />
      <CurrentPassword
        fault={faults.password ?? faults.credential}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
