import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';

/** The column that says whose a row is, for those who see several customers; none for others. */
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
