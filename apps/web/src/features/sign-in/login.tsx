import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessToken } from '../../session/cookies.ts';
import { forgetUser, logout } from '../../session/leave.ts';
import { safeReturnUrl } from '../../session/routes.ts';
import { storage } from '../../session/storage.ts';
import { Button } from '../../ui/button/button.tsx';
import { EntryPage } from './entry-page.tsx';
import styles from './sign-in.module.css';
import { finishSignOn, resume, startSignOn } from './sign-on.ts';

type State = 'loading' | 'waiting' | 'failed' | 'guest';

/**
 * Whether the page waits for a click: after a logout, a failed sign-on, or for a guest (OP-010).
 */
function isGuest(): boolean {
  return storage.currentUser.get()?.user.permission.name.toUpperCase() === 'GUEST';
}

async function begin(query: URLSearchParams, returnUrl: string, show: (state: State) => void) {
  try {
    if (query.has('code')) {
      const to = await finishSignOn(query);
      if (isGuest()) return show('guest');
      return location.replace(to);
    }
    if (query.has('error')) return show('failed');
    const to = await resume(returnUrl);
    if (isGuest()) return show('guest');
    if (to !== null) return location.replace(to);
    await startSignOn(returnUrl);
  } catch (error) {
    console.warn('The sign-in was not completed.', error);
    show('failed');
  }
}

/** The single sign-on login page (requirements A-08, B-01 to B-15). */
export function Login() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('loading');
  const started = useRef(false);
  const query = new URLSearchParams(location.search);
  const returnUrl = safeReturnUrl(query.get('returnUrl'));

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const wasGuest = isGuest() && accessToken() !== null;
    // Requirement B-08: delete the stored user when the page opens.
    forgetUser();
    if (query.has('signed_out')) setState('waiting');
    else if (wasGuest && !query.has('code')) setState('guest');
    else void begin(query, returnUrl, setState);
  });

  const signIn = () => {
    setState('loading');
    startSignOn(returnUrl).catch(() => setState('failed'));
  };
  const isLoading = state === 'loading';
  return (
    <EntryPage title={t('login.title')} intro={t(`login.intro.${state}`)}>
      {state === 'failed' && (
        <p className={styles.notice} role="alert">
          {t('login.failed')}
        </p>
      )}
      <div className={styles.entryActions}>
        <Button kind="primary" size="large" disabled={isLoading} onClick={signIn}>
          {t(isLoading ? 'login.loading' : 'login.button')}
        </Button>
        {state === 'guest' && (
          <Button kind="link" onClick={() => void logout()}>
            {t('menu.logout')}
          </Button>
        )}
      </div>
    </EntryPage>
  );
}
