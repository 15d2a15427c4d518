import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { QuietPage } from '../../../ui/quiet-page.tsx';
import { SharedClip } from './shared-clip.tsx';
import { useShared } from './use-shared.ts';
import '../../../ui/shell.css';
import '../../../ui/controls.css';
import { cx, stack } from '../../../ui/look/look.ts';
import styles from '../player/clip-player.module.css';

/** The public page of a shared clip, accessible by its link without sign-in. */
export function SharedPage() {
  const { t } = useTranslation();
  const { opened, open } = useShared();
  useEffect(() => {
    document.title = `${t('shared.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <div className={cx(stack(), styles.sharedPage)}>
      <header className="header">
        <span className="header-logo">
          <Logo />
          <span>{t('app.name')}</span>
        </span>
      </header>
      <main className={cx(stack({ columns: 'one', minHeight: 0 }), styles.sharedMain)}>
        {opened.state === 'open' && <SharedClip video={opened.video} onRenew={open} />}
        {opened.state === 'opening' && <p role="status">{t('shared.opening')}</p>}
        {opened.state === 'gone' && (
          <QuietPage sign="locked">
            <h1>{t('shared.gone')}</h1>
            <p>{t('shared.goneText')}</p>
          </QuietPage>
        )}
        {opened.state === 'failed' && (
          <QuietPage sign="offline">
            <h1>{t('shared.failed')}</h1>
            <p role="alert">{opened.text}</p>
            <Button kind="primary" onClick={open}>
              {t('action.retry')}
            </Button>
          </QuietPage>
        )}
      </main>
    </div>
  );
}
