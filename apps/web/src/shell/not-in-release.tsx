import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from './page-title.tsx';
import { QuietPage } from './quiet-page.tsx';

/** The honest page of a module that this release does not have yet. */
export function NotInRelease() {
  const { t } = useTranslation();
  return (
    <QuietPage sign="later">
      <PageTitle title={t('release.title')} />
      <p>{t('release.text')}</p>
      <Link to="/home" className="button primary">
        {t('unauthorised.button')}
      </Link>
    </QuietPage>
  );
}
