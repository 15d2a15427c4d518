import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button/button.tsx';
import { QuietPage } from '../ui/quiet-page.tsx';

/** Shown if the server cannot be reached at the start. */
export function Offline({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main>
      <QuietPage sign="offline">
        <h1>{t('offline.title')}</h1>
        <p>{t('offline.text')}</p>
        <Button kind="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </QuietPage>
    </main>
  );
}
