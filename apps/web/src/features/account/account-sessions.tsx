import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { browserName } from '../../ui/user-agent.ts';
import styles from './account.module.css';

const KEY = ['account-sessions'];

/** The user's sessions, each with a button to sign out. */
export function Sessions() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.account.sessions({ signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => api.account.endSession({ params: { id } }),
    onSuccess: () => toast.success(t('account.signedOut')),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions')}</h2>
      <p className={styles.accountQuiet}>{t('account.sessionsText')}</p>
      {list.isError && (
        <div role="alert">
          <p>{list.error.message}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.data?.length === 0 && <p className={styles.accountQuiet}>{t('account.noSessions')}</p>}
      <ul className={cx(stack({ margin: 0, padding: 0, list: true }), styles.accountList)}>
        {list.data?.map((session) => {
          const name = browserName(session.user_agent) ?? t('account.unknownBrowser');
          return (
            <li
              key={session.id}
              className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.accountLine)}
            >
              <div>
                <strong>{name}</strong>{' '}
                {session.is_current && (
                  <span
                    className={look({
                      paddingY: 'half',
                      paddingX: 2,
                      tone: 'accent',
                      ground: 'accent',
                      radius: 'pill',
                      size: 'small',
                    })}
                  >
                    {t('account.thisBrowser')}
                  </span>
                )}
                <p className={styles.accountQuiet}>
                  {t('account.sessionFacts', {
                    address: session.address,
                    when: formatDateTime(Date.parse(session.last_used_at), dates),
                  })}
                </p>
              </div>
              {!session.is_current && (
                <Button
                  aria-label={t('account.signOutOf', { name })}
                  disabled={end.isPending}
                  onClick={() => end.mutate(session.id)}
                >
                  {t('account.signOut')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
