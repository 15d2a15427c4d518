import { useTranslation } from 'react-i18next';
import { Button } from './button/button.tsx';
import { LanguageSelector } from './language-selector.tsx';
import { Logo } from './logo.tsx';
import { QuietPage } from './quiet-page.tsx';

/** The header of a page that a link opens without sign-in. */
export function LinkHeader() {
  const { t } = useTranslation();
  return (
    <header className="header">
      <span className="header-logo">
        <Logo />
        <span>{t('app.name')}</span>
      </span>
      <span className="header-space" />
      <LanguageSelector />
    </header>
  );
}

/** The link has expired or was withdrawn. */
export function LinkGone({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <QuietPage sign="locked">
      <h1>{t('shared.gone')}</h1>
      <p>{text}</p>
    </QuietPage>
  );
}

/** The page could not be loaded. */
export function LinkFailed({
  title,
  text,
  onRetry,
}: {
  readonly title: string;
  readonly text?: string;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <QuietPage sign="offline">
      <h1>{title}</h1>
      {text !== undefined && <p role="alert">{text}</p>}
      <Button kind="primary" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </QuietPage>
  );
}
