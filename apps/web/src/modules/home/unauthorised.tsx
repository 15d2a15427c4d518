import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../shell/page-title.tsx';
import { QuietPage } from '../../shell/quiet-page.tsx';
import { storage } from '../../shell/session/storage.ts';

/** The unauthorised module page (requirements, A-P01). */
export function Unauthorised() {
  const { t } = useTranslation();
  useEffect(() => {
    if (storage.currentUser.get() === null) console.info('There is no stored user.');
  }, []);
  return (
    <QuietPage sign="locked">
      <PageTitle title={t('unauthorised.title')} />
      <p>{t('unauthorised.text')}</p>
      <Link to="/home" className="button primary">
        {t('unauthorised.button')}
      </Link>
    </QuietPage>
  );
}
