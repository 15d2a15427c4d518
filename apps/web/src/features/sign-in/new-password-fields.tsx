import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

interface Part {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** A new password and its repetition. */
export function NewPasswordFields({
  password,
  repeat,
}: {
  readonly password: Part;
  readonly repeat: Part;
}) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('reset.password')}
        type="password"
        autoComplete="new-password"
        value={password.value}
        error={password.error}
        onChange={(event) => password.onChange(event.currentTarget.value)}
      />
      <TextField
        label={t('reset.repeat')}
        type="password"
        autoComplete="new-password"
        value={repeat.value}
        error={repeat.error}
        onChange={(event) => repeat.onChange(event.currentTarget.value)}
      />
    </>
  );
}
