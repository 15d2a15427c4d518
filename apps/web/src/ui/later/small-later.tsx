import type { ComponentType } from 'react';
import { t } from '../page-texts/texts.ts';
import { type Failed, partsWith } from './parts.tsx';

const PartFailed: Failed<object> = ({ retry }) => (
  <div role="alert">
    <p>{t('action.loadFailed')}</p>
    <button type="button" className="button public-button" onClick={retry}>
      {t('action.retry')}
    </button>
  </div>
);

function Waiting() {
  return <p role="status">{t('action.loading')}</p>;
}

/**
 * A lazy part of a page for phones on weak networks, without the library for texts.
 *
 * @param Failure shown if the part could not be loaded
 */
export const smallLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failure: Failed<object> = PartFailed,
) => partsWith(Failure)(load, <Waiting />);
