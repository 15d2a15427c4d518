import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { ConfirmDialog } from '../../shell/dialog.tsx';
import { toast } from '../../shell/toast.ts';

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

/** The change-password form (requirements D-35, D-P04). Signing in again is needed afterwards. */
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
  const save = async () => {
    setIsBusy(true);
    try {
      const { message } = await api.signIn.changePassword({
        params: { id: userId },
        body: { old_password: oldPassword, new_password: newPassword },
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
        <button type="submit" className="button primary" disabled={isBusy}>
          {t('preferences.changePassword')}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('preferences.changePassword')}
          message={t('preferences.changePasswordAsk')}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void save();
          }}
        />
      )}
    </form>
  );
}
