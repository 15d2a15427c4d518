import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { storage } from '../../../session/storage.ts';
import { Button } from '../../../ui/button/button.tsx';
import styles from './first-steps.module.css';
import { Steps } from './steps.tsx';
import { useFirstRecords } from './use-first-steps.ts';

/**
 * Guides a new company to its first vehicle on the map, until the last step is done or it is hidden.
 *
 * @param isReopened shown although it was hidden or is done; from then on, Home shows it again until
 *   the last step is done
 */
export default function FirstSteps({ isReopened = false }: { readonly isReopened?: boolean }) {
  const { t } = useTranslation();
  const { id } = useSession().current.user;
  const [isHidden, setIsHidden] = useState(
    !isReopened && storage.hiddenFirstSteps.get()?.[id] === true,
  );
  const records = useFirstRecords(!isHidden);
  const isComplete = records.isKnown && Object.values(records.isDone).every(Boolean);
  const remember = useCallback(
    (isOver: boolean) => {
      storage.hiddenFirstSteps.set({ ...storage.hiddenFirstSteps.get(), [id]: isOver });
    },
    [id],
  );
  useEffect(() => {
    // Once they are done, they need not be counted again.
    if (isComplete) remember(true);
    else if (isReopened) remember(false);
  }, [isComplete, isReopened, remember]);
  if (isHidden || !records.isKnown || (isComplete && !isReopened)) return null;
  const hide = () => {
    remember(true);
    setIsHidden(true);
  };
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t('firstSteps.title')}</h2>
        {!isReopened && (
          <Button kind="link" onClick={hide}>
            {t('firstSteps.hide')}
          </Button>
        )}
      </div>
      <p className={styles.text}>{t(isComplete ? 'firstSteps.complete' : 'firstSteps.text')}</p>
      <Steps records={records} />
    </section>
  );
}
