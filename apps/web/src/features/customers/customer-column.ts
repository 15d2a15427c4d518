import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';

/** The customer column, for users who can see several customers; none for others. */
export function useCustomerColumn<
  Row extends { readonly customer_name: string },
>(): readonly ResourceColumn<Row>[] {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const column = {
      key: 'customer',
      label: t('organisation.customer'),
      cell: ({ customer_name: name }: Row) => name,
    };
    return seesAll ? [column] : [];
  }, [t, seesAll]);
}
