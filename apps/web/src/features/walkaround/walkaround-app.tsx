import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { LANGUAGES, type Language, t } from '../../ui/page-texts/texts.ts';
import { CheckForm } from './check-form.tsx';
import { PickVehicle } from './pick-vehicle.tsx';
import { useWalkaround, type Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';
import { CARD } from './walkaround-card.ts';
import { Reports } from './walkaround-reports.tsx';

/** Whether the browser is online, as far as it reports. */
function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => setIsOnline(navigator.onLine);
    window.addEventListener('online', change);
    window.addEventListener('offline', change);
    return () => {
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
    };
  }, []);
  return isOnline;
}

function Header({
  language,
  onLanguage,
}: {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const isOnline = useIsOnline();
  return (
    <header
      className={cx(
        row({
          gap: 3,
          align: 'center',
          minHeight: 56,
          paddingY: 0,
          paddingX: 4,
          ground: 'surface',
          borderBottom: true,
        }),
        styles.walkHeader,
      )}
    >
      <a
        className={look({ paddingY: 3, paddingX: 0, weight: 'bold', tone: 'text', plain: true })}
        href="/"
      >
        {t('app.name')}
      </a>
      <span
        className={isOnline ? styles.walkNetwork : cx(styles.walkNetwork, styles['is-off'])}
        role="status"
      >
        {isOnline ? '' : t('walk.noNetwork')}
      </span>
      <fieldset
        className={cx(row({ gap: 1, margin: 0, padding: 0, border: 'none' }), styles.walkLanguages)}
        aria-label={t('walk.language')}
      >
        {LANGUAGES.map((one) => (
          <Button
            kind="bare"
            key={one}
            aria-pressed={one === language}
            lang={one}
            onClick={() => onLanguage(one)}
          >
            {one.toUpperCase()}
          </Button>
        ))}
      </fieldset>
    </header>
  );
}

/** Replaces the check with the reason why it is unavailable, and the next step. */
function Instead({ page }: { readonly page: Walkaround }) {
  const { shown } = page;
  if (shown.state === 'loading') {
    return (
      <p role="status">
        <span
          className={cx(look({ flow: 'block', height: 32 }), styles.walkSpinner)}
          aria-hidden="true"
        />
        <span className="visually-hidden">{t('walk.loading')}</span>
      </p>
    );
  }
  if (shown.state === 'signIn') {
    return (
      <section className={CARD}>
        <p>{t('walk.signInText')}</p>
        <a
          className="button primary large"
          href={`/login?returnUrl=${encodeURIComponent(`/check${location.search}`)}`}
        >
          {t('walk.signIn')}
        </a>
      </section>
    );
  }
  return (
    <section className={CARD} role="alert">
      <p>{shown.state === 'failed' ? shown.text : t(`walk.${shown.state}`)}</p>
      <Button size="large" onClick={() => void page.load()}>
        {t('action.retry')}
      </Button>
    </section>
  );
}

/** The walkaround check: the vehicle, its items, and the status of earlier checks. */
export function App({
  language,
  onLanguage,
}: {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const page = useWalkaround();
  const { shown, known } = page;
  useEffect(() => {
    document.title = `${t('walk.title')} · ${t('app.name')}`;
  }, []);
  const isCheck = shown.state === 'check' && known !== null;
  return (
    <>
      <Header language={language} onLanguage={onLanguage} />
      <main
        data-part="walk-main"
        className={cx(stack({ gap: 4, content: 'start' }), styles.walkMain)}
      >
        {isCheck ? (
          <CheckForm key={shown.draft.reportKey} first={shown.draft} known={known} page={page} />
        ) : (
          <>
            <h1>{t('walk.title')}</h1>
            <Reports page={page} />
            {shown.state === 'pick' && known !== null ? (
              <PickVehicle known={known} page={page} />
            ) : (
              <Instead page={page} />
            )}
          </>
        )}
      </main>
    </>
  );
}
