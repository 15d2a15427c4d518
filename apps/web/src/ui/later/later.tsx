import { useTranslation } from 'react-i18next';
import { NotLoadedDialog } from '../native-modal/not-loaded-dialog.tsx';
import { QuietPage } from '../quiet-page.tsx';
import { type Failed, partsWith } from './parts.tsx';

const PartFailed: Failed<object> = ({ retry }) => {
  const { t } = useTranslation();
  return (
    <div className="part-failed" role="alert">
      <p>{t('action.loadFailed')}</p>
      <button type="button" className="button" onClick={retry}>
        {t('action.retry')}
      </button>
    </div>
  );
};

const ScreenFailed: Failed<object> = ({ retry }) => {
  const { t } = useTranslation();
  return (
    <QuietPage sign="offline">
      <p role="alert">{t('action.loadFailed')}</p>
      <button type="button" className="button primary" onClick={retry}>
        {t('action.retry')}
      </button>
      <button type="button" className="link-button" onClick={() => window.location.reload()}>
        {t('action.reload')}
      </button>
    </QuietPage>
  );
};

interface Closed {
  readonly onClose: () => void;
}

const DialogFailed: Failed<Closed> = ({ retry, part }) => (
  <NotLoadedDialog onRetry={retry} onClose={part.onClose} />
);

/** A part of a screen, loaded when it is shown or preloaded. */
export const later = partsWith(PartFailed);

/** A dialog that is loaded when it is opened. */
export const laterDialog = partsWith(DialogFailed);

/** A screen of the router, which loads it before showing it. */
export function laterScreen<N extends string>(
  load: () => Promise<Record<N, React.ComponentType>>,
  name: N,
) {
  const { Part, prefetch } = partsWith(ScreenFailed)(async () => (await load())[name]);
  return Object.assign(Part, { preload: prefetch });
}
