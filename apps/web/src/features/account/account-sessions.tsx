import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { toast } from '../../ui/toast.ts';
import { browserName } from '../../ui/user-agent.ts';

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
      <p className="account-quiet">{t('account.sessionsText')}</p>
      {list.isError && (
        <div role="alert">
          <p>{list.error.message}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.data?.length === 0 && <p className="account-quiet">{t('account.noSessions')}</p>}
      <ul className="account-list">
        {list.data?.map((session) => {
          const name = browserName(session.user_agent) ?? t('account.unknownBrowser');
          return (
            <li key={session.id} className="account-line">
              <div>
                <strong>{name}</strong>{' '}
                {session.is_current && (
                  <span className="account-badge">{t('account.thisBrowser')}</span>
                )}
                <p className="account-quiet">
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
