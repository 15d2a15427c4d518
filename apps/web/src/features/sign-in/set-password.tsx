import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { toast } from '../../ui/toast.ts';
import { EntryPage } from './entry-page.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import { messageOf, passwordRefusal } from './sign-in-refusal.ts';
import { useNewPassword } from './use-new-password.ts';

/** Requirement D-31. */
const TO_LOGIN_MS = 2000;

/** The set password page; its token is in the query (requirements A-14, D-27 to D-34). */
export function SetPassword() {
  const { t } = useTranslation();
  const entered = useNewPassword(TO_LOGIN_MS);
  const { loginSoon, password, refused, repeat, setIsBusy, setRefused, wasSent } = entered;
  const differs = password !== repeat;

  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    entered.setWasSent(true);
    if (differs) return;
    setIsBusy(true);
    const token = new URLSearchParams(location.search).get('token') ?? '';
    try {
      const { message } = await api.signIn.setPassword({ body: { token, password } });
      toast.success(message);
      loginSoon();
    } catch (error) {
      setRefused(passwordRefusal(error));
      toast.error(messageOf(error));
      setIsBusy(false);
    }
  };

  return (
    <EntryPage title={t('set.title')} intro={t('set.intro')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <NewPasswordFields
          password={{
            value: password,
            error: refused,
            onChange: entered.changePassword,
          }}
          repeat={{
            value: repeat,
            error: wasSent && differs ? t('set.mismatch') : null,
            onChange: entered.setRepeat,
          }}
        />
        <div className={styles.entryActions}>
          <Button type="submit" kind="primary" size="large" disabled={entered.isBusy}>
            {t('set.submit')}
          </Button>
        </div>
      </form>
    </EntryPage>
  );
}
