import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelector } from '../../ui/language-selector.tsx';
import { Logo } from '../../ui/logo.tsx';
import { cx } from '../../ui/look/look.ts';
import styles from './sign-in.module.css';

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
    <div className={styles.entry}>
      <header className={styles.entryTop}>
        <LanguageSelector />
      </header>
      <main className={styles.entryCard}>
        <p
          data-part="entry-logo"
          className={logoFadesIn ? cx(styles.entryLogo, styles.fadesIn) : styles.entryLogo}
        >
          <Logo />
          {t('app.name')}
        </p>
        <h1>{title}</h1>
        {intro !== undefined && <p className={styles.entryIntro}>{intro}</p>}
        {children}
      </main>
    </div>
  );
}
