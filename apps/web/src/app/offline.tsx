import { useTranslation } from 'react-i18next';
import { QuietPage } from '../ui/quiet-page.tsx';

/** Shown if the server cannot be reached at the start. */
export function Offline({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main>
      <QuietPage sign="offline">
        <h1>{t('offline.title')}</h1>
        <p>{t('offline.text')}</p>
        <button type="button" className="button primary" onClick={onRetry}>
          {t('action.retry')}
        </button>
      </QuietPage>
    </main>
  );
}
