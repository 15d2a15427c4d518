import { useTranslation } from 'react-i18next';

/** Shown where the server cannot be reached at the start. */
export function Offline({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="quiet-page">
      <h1>{t('offline.title')}</h1>
      <p>{t('offline.text')}</p>
      <button type="button" className="button primary" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </main>
  );
}
