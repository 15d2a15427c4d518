import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelector } from '../../ui/language-selector.tsx';
import { Logo } from '../../ui/logo.tsx';

/** The layout of the screens before sign-in: language, logo, one card. */
export function EntryPage({
  title,
  intro,
  logoFadesIn = false,
  children,
}: {
  readonly title: string;
  readonly intro?: string;
  readonly logoFadesIn?: boolean;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return (
    <div className="entry">
      <header className="entry-top">
        <LanguageSelector />
      </header>
      <main className="entry-card">
        <p className={logoFadesIn ? 'entry-logo fades-in' : 'entry-logo'}>
          <Logo />
          {t('app.name')}
        </p>
        <h1>{title}</h1>
        {intro !== undefined && <p className="entry-intro">{intro}</p>}
        {children}
      </main>
    </div>
  );
}
