import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { browserName } from '../../../ui/user-agent.ts';
import styles from './personal.module.css';
import { PREFERENCES, type Preferences } from './preferences.ts';
import { ownSubscription, pushSupport, subscribe } from './push-browser.ts';

/** The browsers that show notifications; turns this one on and off. */
export function PushPart({
  preferences,
  onTest,
}: {
  readonly preferences: Preferences;
  readonly onTest: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { push_key: key, push_subscriptions: browsers } = preferences;
  const own = useQuery({
    queryKey: ['own-push-subscription', key],
    queryFn: () => ownSubscription(key),
  });
  const support = pushSupport();
  const isOwn = (endpoint: string) => own.data?.endpoint === endpoint;
  const isOn = browsers.some(({ endpoint }) => isOwn(endpoint));

  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error((error as Error).message);
    }
    await Promise.all([queries.invalidateQueries({ queryKey: PREFERENCES }), own.refetch()]);
    setIsBusy(false);
  };
  const turnOn = () =>
    run(async () => {
      if (await subscribe(key)) toast.success(t('notify.pushOn'));
      else toast.error(t('notify.pushDenied'));
    });
  const remove = (one: Preferences['push_subscriptions'][number]) =>
    run(async () => {
      if (isOwn(one.endpoint)) await own.data?.unsubscribe();
      await api.notificationPreferences.unsubscribe({ params: { id: one.id } });
      toast.success(t('notify.pushOff'));
    });

  return (
    <section className={styles.part} aria-labelledby="push">
      <h3 id="push">{t('notify.push')}</h3>
      <p>{t(support === 'ready' ? 'notify.pushText' : `notify.push.${support}`)}</p>
      {browsers.length > 0 && (
        <ul className={styles.browsers}>
          {browsers.map((one) => {
            const name = browserName(one.user_agent) ?? t('account.unknownBrowser');
            return (
              <li key={one.id}>
                <span>
                  {name}
                  {isOwn(one.endpoint) && ` (${t('account.thisBrowser')})`}
                </span>
                <Button
                  disabled={isBusy}
                  aria-label={t('notify.turnOffOf', { name })}
                  onClick={() => void remove(one)}
                >
                  {t('notify.turnOff')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.actions}>
        {support === 'ready' && !isOn && (
          <Button disabled={isBusy || own.isPending} onClick={() => void turnOn()}>
            {t('notify.turnOn')}
          </Button>
        )}
        {browsers.length > 0 && (
          <Button disabled={isBusy} onClick={() => void run(onTest)}>
            {t('notify.testPush')}
          </Button>
        )}
      </div>
    </section>
  );
}
