import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { PasswordDialog } from '../account/password-dialog.tsx';
import type { ManagedUser } from './users.ts';

/** Asks for the administrator's password, then removes the second factors of a user. */
export function ResetFactorDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: ManagedUser;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <PasswordDialog
      title={t('users.resetFactorOf', { name: `${one.first_name} ${one.last_name}` })}
      text={t('users.resetFactorText')}
      label={t('users.ownPassword')}
      action={t('users.resetFactor')}
      onPassword={async (password) => {
        await api.users.resetSecondFactor({ params: { id: one.id }, body: { password } });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
