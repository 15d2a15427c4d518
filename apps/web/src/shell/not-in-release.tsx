import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from './page-title.tsx';

/** The honest page of a module that this release does not have yet. */
export function NotInRelease() {
  const { t } = useTranslation();
  return (
    <div className="quiet-page">
      <PageTitle title={t('release.title')} />
      <p>{t('release.text')}</p>
      <Link to="/home" className="button primary">
        {t('unauthorised.button')}
      </Link>
    </div>
  );
}
