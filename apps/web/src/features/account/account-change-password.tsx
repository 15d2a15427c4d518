import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './account.module.css';

function PasswordInput({
  label,
  value,
  error,
  autoComplete,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          id={id}
          type="password"
          value={value}
          autoComplete={autoComplete}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {error !== undefined && (
          <p className="form-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** Confirms the change, and offers to revoke the personal API tokens. */
function Question({
  onConfirm,
  onClose,
}: {
  readonly onConfirm: (endTokens: boolean) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [endsTokens, setEndsTokens] = useState(true);
  const tokens = useQuery({
    queryKey: ['account-tokens'],
    queryFn: ({ signal }) => api.account.tokens({ signal }),
  });
  const names = tokens.data?.map(({ name }) => name) ?? [];
  return (
    <Dialog
      title={t('preferences.changePassword')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <FormActions
          action={t('action.confirm')}
          isDisabled={tokens.isPending}
          onAction={() => onConfirm(names.length > 0 && endsTokens)}
          onCancel={close}
        />
      )}
    >
      <p>{t('preferences.changePasswordAsk')}</p>
      {tokens.isError && <p role="alert">{t('preferences.tokensUnknown')}</p>}
      {names.length > 0 && (
        <>
          <p>{t('preferences.tokens', { names: names.join(', ') })}</p>
          <label className={styles.accountSwitch}>
            <input
              type="checkbox"
              checked={endsTokens}
              onChange={({ currentTarget }) => setEndsTokens(currentTarget.checked)}
            />
            {t('preferences.endTokens')}
          </label>
        </>
      )}
    </Dialog>
  );
}

/**
 * The change-password form (requirements D-35, D-P04). The user has to sign in again afterwards.
 */
export function ChangePassword({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const ask = (event: React.FormEvent) => {
    event.preventDefault();
    const differs = newPassword !== repeat;
    setErrors(differs ? { repeat: [t('reset.mismatch')] } : {});
    setIsAsking(!differs);
  };
  const save = async (endTokens: boolean) => {
    setIsBusy(true);
    try {
      const { message } = await api.signIn.changePassword({
        params: { id: userId },
        body: { old_password: oldPassword, new_password: newPassword, end_tokens: endTokens },
      });
      toast.success(message);
      setTimeout(() => location.assign('/login'), 1500);
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.body.errors ?? {});
      toast.error(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };

  return (
    <form className="panel" onSubmit={ask} noValidate>
      <h2>{t('preferences.password')}</h2>
      <PasswordInput
        label={t('preferences.oldPassword')}
        value={oldPassword}
        error={errors.old_password?.[0]}
        autoComplete="current-password"
        onChange={setOldPassword}
      />
      <PasswordInput
        label={t('preferences.newPassword')}
        value={newPassword}
        error={errors.new_password?.[0]}
        autoComplete="new-password"
        onChange={setNewPassword}
      />
      <PasswordInput
        label={t('preferences.repeatPassword')}
        value={repeat}
        error={errors.repeat?.[0]}
        autoComplete="new-password"
        onChange={setRepeat}
      />
      <div className="form-actions">
        <Button type="submit" kind="primary" disabled={isBusy}>
          {t('preferences.changePassword')}
        </Button>
      </div>
      {isAsking && (
        <Question
          onConfirm={(endTokens) => {
            setIsAsking(false);
            void save(endTokens);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  );
}
