import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { CustomerWide } from '../../ui/customer-wide/customer-wide.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './account.module.css';

const KEY = ['sign-in-policy'];

/** Lets an administrator require a second factor from all users of the customer. */
export function SignInPolicy() {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const mayChange =
    may(current, { kind: 'administrator' }) && current.user.customers[0] !== undefined;
  const policy = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.account.policy({ signal }),
    enabled: mayChange,
  });
  const change = useMutation({
    mutationFn: (isRequired: boolean) =>
      api.account.changePolicy({ body: { requires_second_factor: isRequired } }),
    onSuccess: () => toast.success(t('toast.updated'), { subject: t('account.policy') }),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  if (!mayChange || policy.data === undefined) return null;
  return (
    <section className="panel" aria-labelledby="policy">
      <h2 id="policy">{t('account.policy')}</h2>
      <CustomerWide>
        <label className={styles.accountSwitch}>
          <input
            type="checkbox"
            checked={policy.data.requires_second_factor}
            disabled={change.isPending}
            onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
          />
          <span>{t('account.policyText')}</span>
        </label>
      </CustomerWide>
      <p className={styles.accountQuiet}>
        {t('account.policyWithout', { count: policy.data.without })}
      </p>
    </section>
  );
}
