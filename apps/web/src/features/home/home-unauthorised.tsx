import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '../../session/storage.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { QuietPage } from '../../ui/quiet-page.tsx';

/** The unauthorised module page (requirements, A-P01). */
function Page({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (storage.currentUser.get() === null) console.info('There is no stored user.');
  }, []);
  return (
    <QuietPage sign="locked">
      <PageTitle title={t('unauthorised.title')} />
      <p>{t('unauthorised.text')}</p>
      {children}
    </QuietPage>
  );
}

/** For a signed-in user, within the application. */
export function Unauthorised() {
  const { t } = useTranslation();
  return (
    <Page>
      <Link to="/home" className="button primary">
        {t('unauthorised.button')}
      </Link>
    </Page>
  );
}

/** For a visitor who is not signed in, without header and menu (requirements ). */
export function UnauthorisedVisitor() {
  const { t } = useTranslation();
  return (
    <main>
      <Page>
        <a href="/home" className="button primary">
          {t('unauthorised.button')}
        </a>
      </Page>
    </main>
  );
}
