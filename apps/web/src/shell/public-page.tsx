import { useTranslation } from 'react-i18next';
import { QuietPage } from './quiet-page.tsx';
import './shell.css';
import './controls.css';

/** A public address without application header; its screens come with a later release (OP-014). */
export function PublicPage() {
  const { t } = useTranslation();
  return (
    <main>
      <QuietPage sign="later">
        <h1>{t('app.name')}</h1>
        <p>{t('release.public')}</p>
      </QuietPage>
    </main>
  );
}
