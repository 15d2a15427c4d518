import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import styles from './unknown-address-notice.module.css';

/** A longer address would move the buttons out of a phone's screen. */
const MOST_SHOWN = 80;

/**
 * "Page not found", above the home screen after a redirect from an unknown address. Requirement A-24 fixes
 * the redirect; the notice names the address, and leads back.
 */
export function UnknownAddressNotice() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const address = useRouterState({ select: ({ location }) => location.state.unknownAddress });
  if (address === undefined) return null;
  const shown = address.length > MOST_SHOWN ? `${address.slice(0, MOST_SHOWN)}…` : address;
  return (
    <section className={styles.notice} role="alert">
      <SearchX size={32} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2>{t('unknownAddress.title')}</h2>
        <p>{t('unknownAddress.text', { address: shown })}</p>
      </div>
      <div className={styles.actions}>
        {window.history.length > 1 && (
          <Button onClick={() => router.history.back()}>
            <ArrowLeft size={18} aria-hidden="true" />
            {t('unknownAddress.back')}
          </Button>
        )}
        <Button
          kind="primary"
          onClick={() => void navigate({ to: '/home', replace: true, state: {} })}
        >
          {t('unknownAddress.home')}
        </Button>
      </div>
    </section>
  );
}
