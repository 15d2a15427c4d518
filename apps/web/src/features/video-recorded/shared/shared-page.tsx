import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkFailed, LinkGone, LinkHeader } from '../../../ui/link-page.tsx';
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
      <LinkHeader />
      <main className={cx(stack({ columns: 'one', minHeight: 0 }), styles.sharedMain)}>
        {opened.state === 'open' && <SharedClip video={opened.video} onRenew={open} />}
        {opened.state === 'opening' && <p role="status">{t('shared.opening')}</p>}
        {opened.state === 'gone' && <LinkGone text={t('shared.goneText')} />}
        {opened.state === 'failed' && (
          <LinkFailed title={t('shared.failed')} text={opened.text} onRetry={open} />
        )}
      </main>
    </div>
  );
}
