import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Field } from '../field/field.tsx';

/** Selects the customer of an import, for global administrators only; renders nothing for others. */
export function CustomerChoice({
  customer,
  fault,
  nobody,
  onCustomer,
}: {
  /** Null for the viewer's customer, or for `nobody`. */
  readonly customer: number | null;
  readonly fault: readonly string[] | undefined;
  /** Text for records without a customer; the viewer's customer is then in the list. */
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
