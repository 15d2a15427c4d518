import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Field } from '../field/field.tsx';

/** Whose records a file is about, where a global administrator has the choice; nothing for others. */
export function CustomerChoice({
  customer,
  fault,
  nobody,
  onCustomer,
}: {
  /** Null for the own, or for what `nobody` says. */
  readonly customer: number | null;
  readonly fault: readonly string[] | undefined;
  /** Where there is something that is no customer's; the own is one of the list then. */
  readonly nobody?: string;
  readonly onCustomer: (customer: number | null) => void;
}) {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const customers = useQuery({
    queryKey: ['customer', 'names'],
    queryFn: ({ signal }) => api.customers.names({ signal }),
    enabled: user.is_global_admin,
  });
  if (!user.is_global_admin) return null;
  const own = nobody === undefined ? user.customers[0] : undefined;
  return (
    <Field label={t('organisation.customer')} fault={fault}>
      {(props) => (
        <select
          {...props}
          value={customer ?? ''}
          onChange={({ currentTarget: { value } }) => onCustomer(Number(value) || null)}
        >
          <option value="">{nobody ?? own?.name ?? t('organisation.chooseCustomer')}</option>
          {(customers.data ?? [])
            .filter(({ id }) => id !== own?.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
