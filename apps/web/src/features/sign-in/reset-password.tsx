import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { toast } from '../../ui/toast.ts';
import { EntryPage } from './entry-page.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import { messageOf, passwordRefusal } from './sign-in-refusal.ts';
import { resetFaults } from './sign-in-rules.ts';
import { useNewPassword } from './use-new-password.ts';

/** Requirement D-19. */
const TO_LOGIN_MS = 4000;

/** The reset password page; its token is in the query (requirements A-13, D-13 to D-26). */
export function ResetPassword() {
  const { t } = useTranslation();
  const entered = useNewPassword(TO_LOGIN_MS);
  const { loginSoon, password, refused, repeat, setIsBusy, setRefused, wasSent } = entered;
  const [isUsedUp, setIsUsedUp] = useState(false);
  const faults = resetFaults(password, repeat);

  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    entered.setWasSent(true);
    if (faults.password !== null || faults.repeat !== null) return;
    setIsBusy(true);
    const token = new URLSearchParams(location.search).get('token') ?? '';
    try {
      const { message, status } = await api.signIn.resetPassword({ body: { token, password } });
      if (status === 'success') {
        toast.success(message);
        loginSoon();
        return;
      }
      toast.error(message);
      setIsUsedUp(true);
    } catch (error) {
      const text = passwordRefusal(error);
      setRefused(text);
      toast.error(messageOf(error));
      setIsUsedUp(text === null);
    }
    setIsBusy(false);
  };

  return (
    <EntryPage title={t('reset.title')} intro={t('reset.intro')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <NewPasswordFields
          password={{
            value: password,
            error: wasSent && faults.password !== null ? t(faults.password) : refused,
            onChange: entered.changePassword,
          }}
          repeat={{
            value: repeat,
            error: wasSent && faults.repeat !== null ? t(faults.repeat) : null,
            onChange: entered.setRepeat,
          }}
        />
        {isUsedUp && (
          <p className={styles.notice} role="alert">
            {t('reset.usedUp')}
          </p>
        )}
        <div className={styles.entryActions}>
          {isUsedUp ? (
            <a className="button primary large" href="/forgot-password">
              {t('reset.again')}
            </a>
          ) : null}
          <Button
            type="submit"
            kind={isUsedUp ? 'plain' : 'primary'}
            size="large"
            disabled={entered.isBusy}
          >
            {t('reset.submit')}
          </Button>
        </div>
      </form>
    </EntryPage>
  );
}
