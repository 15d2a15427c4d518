import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { toast } from '../../ui/toast.ts';
import { EntryPage } from './entry-page.tsx';
import styles from './sign-in.module.css';
import { emailFault } from './sign-in-rules.ts';
import { TextField } from './text-field.tsx';
import { useLoginAfter } from './use-login-after.ts';

/** Requirement D-05. */
const TO_LOGIN_MS = 1500;

/** The forgot password screen (requirements A-12, D-01 to D-12). */
export function ForgotPassword() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const loginSoon = useLoginAfter(TO_LOGIN_MS);
  const fault = emailFault(email);

  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (fault !== null) return;
    setIsBusy(true);
    try {
      const { message } = await api.signIn.requestPasswordReset({ body: { email } });
      toast.success(message);
      loginSoon();
    } catch (error) {
      toast.error(
        error instanceof ApiError ? (error.body.message ?? error.message) : String(error),
      );
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <EntryPage title={t('forgot.title')} intro={t('forgot.intro')} logoFadesIn>
      <form onSubmit={(event) => void send(event)} noValidate>
        <TextField
          label={t('forgot.email')}
          type="email"
          autoComplete="email"
          value={email}
          error={wasSent && fault !== null ? t(fault) : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={styles.entryActions}>
          <Button type="submit" kind="primary" size="large" disabled={isBusy}>
            {t('forgot.send')}
          </Button>
          <a href="/login">{t('forgot.back')}</a>
        </div>
      </form>
    </EntryPage>
  );
}
