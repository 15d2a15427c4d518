import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { missing, requiredFault } from '../../ui/field/required.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { saveCustomer } from './customer-save.ts';
import { type Customer, type CustomerDraft, customerDraft } from './customers.ts';
import { CustomerFields } from './customers-fields.tsx';

type Customers = Resource<Customer, CustomerDraft>;

function useCustomers(): Customers {
  const { t } = useTranslation();
  const { is_global_admin: keepsAll } = useSession().current.user;
  return useMemo(
    () => ({
      kind: 'customer',
      texts: 'customers',
      list: (query, signal) => api.customers.list({ query: { ...query } as object, signal }),
      read: (id, signal) => api.customers.read({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        { key: 'name', label: t('customers.name'), isOrdered: true, cell: ({ name }) => name },
        {
          key: 'contact',
          label: t('customers.contactName'),
          cell: ({ contact }) => contact.name ?? '–',
        },
        {
          key: 'email',
          label: t('customers.contactEmail'),
          cell: ({ contact }) => contact.email ?? '–',
        },
        {
          key: 'vehicle_count',
          label: t('depots.vehicles'),
          isOrdered: true,
          isNumber: true,
          cell: ({ vehicle_count: count }) => count,
        },
        {
          key: 'user_count',
          label: t('customers.users'),
          isOrdered: true,
          isNumber: true,
          cell: ({ user_count: count }) => count,
        },
      ],
      mayAdd: keepsAll,
      form: {
        draftOf: customerDraft,
        Fields: CustomerFields,
        check: (draft, words) => ({
          ...missing(draft, ['name'], words),
          ...(draft.languages.length === 0 ? { languages: requiredFault(words) } : {}),
        }),
        save: saveCustomer,
      },
      ...(keepsAll
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.customers.archive({ body: { ids: [...ids], archived } }),
              text: t('customers.archiveText'),
            },
          }
        : {}),
      exportAddress: (query) => addressOf(pathOf('customers', 'exportList'), { query }),
    }),
    [t, keepsAll],
  );
}

/** Customers; customer administrators see only theirs (requirements O-19, O-P07). */
export function CustomersScreen() {
  return <ResourceScreen resource={useCustomers()} />;
}
