import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';

interface OfCustomer {
  /** Null for the user's customer. */
  readonly customer: number | null;
}

/** The customer of a new record, which a global administrator can choose; nothing for others. */
export function CustomerField<Draft extends OfCustomer>({
  form,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'> & {
    readonly one: unknown;
  };
}) {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const isAsked = user.is_global_admin && form.one === null;
  const customers = useQuery({
    queryKey: ['customer', 'names'],
    queryFn: ({ signal }) => api.customers.names({ signal }),
    enabled: isAsked,
  });
  if (!isAsked) return null;
  const own = user.customers[0]?.name;
  return (
    <ChoiceField
      form={form}
      name="customer"
      label={t('organisation.customer')}
      none={own ?? t('organisation.chooseCustomer')}
      isRequired={own === undefined}
      options={(customers.data ?? [])
        .filter(({ id }) => id !== user.customers[0]?.id)
        .map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
