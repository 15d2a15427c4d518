import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { toast } from '../../ui/toast.ts';
import { EntryPage } from './entry-page.tsx';
import styles from './sign-in.module.css';
import { TextField } from './text-field.tsx';

const FIELDS = [
  { name: 'setup_code', type: 'text', autoComplete: 'off' },
  { name: 'customer', type: 'text', autoComplete: 'organization' },
  { name: 'first_name', type: 'text', autoComplete: 'given-name' },
  { name: 'last_name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', type: 'email', autoComplete: 'email' },
  { name: 'password', type: 'password', autoComplete: 'new-password' },
] as const;
type Field = (typeof FIELDS)[number]['name'];

const EMPTY: Record<Field, string> = {
  setup_code: '',
  customer: '',
  first_name: '',
  last_name: '',
  email: '',
  password: '',
};

/** First visit of an empty installation: the customer and its first administrator. */
export function FirstAdministrator() {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isBusy, setIsBusy] = useState(false);

  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    const missing = FIELDS.filter(({ name }) => values[name].trim() === '');
    setErrors(Object.fromEntries(missing.map(({ name }) => [name, [t('first.required')]])));
    if (missing.length > 0) return toast.error(t('toast.required'));
    setIsBusy(true);
    try {
      const { message } = await api.signIn.firstAdministrator({ body: values });
      toast.success(message);
      location.assign('/login');
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.body.errors ?? {});
      toast.error(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };

  return (
    <EntryPage title={t('first.title')} intro={t('first.intro')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        {FIELDS.map(({ name, type, autoComplete }) => (
          <TextField
            key={name}
            label={t(`first.${name}`)}
            type={type}
            autoComplete={autoComplete}
            value={values[name]}
            error={errors[name]?.[0] ?? null}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        <div className={styles.entryActions}>
          <Button type="submit" kind="primary" size="large" disabled={isBusy}>
            {t('first.submit')}
          </Button>
        </div>
      </form>
    </EntryPage>
  );
}
