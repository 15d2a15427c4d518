import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SignInPolicy } from './account-policy.tsx';
import { Sessions } from './account-sessions.tsx';
import { Tokens } from './account-tokens.tsx';
import { SecondFactor } from './second-factor.tsx';
import '../../ui/administration.css';

const KEY = ['account-security'];

/** Security settings and sessions of the user's account; available to every signed-in user. */
export function AccountScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const security = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.account.security({ signal }),
  });
  const changed = () => {
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['sign-in-policy'] });
  };
  return (
    <div className="page narrow">
      <PageTitle title={t('account.title')} />
      <p>
        <Link to="/administration/user-preferences">{t('account.preferences')}</Link>
      </p>
      {security.isPending && <div className="skeleton" aria-hidden="true" />}
      {security.isError && (
        <div className="panel" role="alert">
          <p>{security.error.message}</p>
          <Button onClick={() => void security.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {security.data?.has_password === true && (
        <SecondFactor security={security.data} onChanged={changed} />
      )}
      {security.data?.has_password === false && <p className="panel">{t('account.elsewhere')}</p>}
      <Sessions />
      {security.data?.has_password === true && <Tokens />}
      <SignInPolicy />
    </div>
  );
}
