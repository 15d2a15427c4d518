import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import styles from './account.module.css';
import { NewSecret } from './new-secret.tsx';
import { TokenDialog } from './token-dialog.tsx';

const KEY = ['account-tokens'];

/** Personal API tokens, with which a program acts as the user. */
export function Tokens() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const client = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<{ id: number; name: string } | null>(null);
  const list = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.account.tokens({ signal }) });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const end = useMutation({
    mutationFn: (id: number) => api.account.removeToken({ params: { id } }),
    onSuccess: () => toast.success(t('toast.removed')),
    onError: (error) => toast.error(error.message),
    onSettled: refresh,
  });
  const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
  return (
    <section className="panel" aria-labelledby="tokens">
      <h2 id="tokens">{t('account.tokens')}</h2>
      <p className={styles.accountQuiet}>{t('account.tokensText')}</p>
      <ul className={cx(stack({ margin: 0, padding: 0, list: true }), styles.accountList)}>
        {list.data?.map((token) => (
          <li
            key={token.id}
            className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.accountLine)}
          >
            <div>
              <strong>{token.name}</strong> <code>rw_pat_{token.hint}…</code>
              <p className={styles.accountQuiet}>
                {token.scopes.map((scope) => t(`account.scope.${scope}`)).join(', ')}
                {' · '}
                {t('account.until', { when: moment(token.expires_at) })}
                {' · '}
                {token.last_used_at === null
                  ? t('account.neverUsed')
                  : t('account.lastUsed', { when: moment(token.last_used_at) })}
              </p>
            </div>
            <Button
              aria-label={t('account.endToken', { name: token.name })}
              onClick={() => setEnding(token)}
            >
              {t('account.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button onClick={() => setIsAdding(true)}>{t('account.newToken')}</Button>
      </div>
      {isAdding && (
        <TokenDialog
          onMade={(token) => {
            setIsAdding(false);
            setMade(token);
            void refresh();
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {made !== null && (
        <NewSecret
          secret={made}
          title={t('account.tokenMade')}
          text={t('account.tokenOnce')}
          kept={t('account.tokenKept')}
          onClose={() => setMade(null)}
        />
      )}
      {ending !== null && (
        <ConfirmDialog
          title={t('account.endToken', { name: ending.name })}
          message={t('account.endTokenText')}
          onAnswer={(isConfirmed) => {
            setEnding(null);
            if (isConfirmed) end.mutate(ending.id);
          }}
        />
      )}
    </section>
  );
}
