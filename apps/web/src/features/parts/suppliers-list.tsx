import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { missing } from '../../ui/field/required.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { PARTS_WRITE, SUPPLIERS_KEY, type Supplier } from './parts.ts';

const NONE = '–';

interface SupplierDraft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly account: string;
}

function Fields({ one: _, ...form }: FormProps<SupplierDraft, Supplier>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField form={form} name="name" label={t('parts.supplier')} isRequired maxLength={100} />
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('parts.email')}
        hint={t('parts.emailHint')}
        maxLength={254}
      />
      <TextField form={form} name="phone" type="tel" label={t('parts.phone')} maxLength={40} />
      <TextField form={form} name="account" label={t('parts.account')} maxLength={60} />
    </>
  );
}

/** The list of suppliers. */
export function useSuppliers(): Resource<Supplier, SupplierDraft> {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayWrite = may(current, PARTS_WRITE);
  return useMemo(
    () => ({
      kind: SUPPLIERS_KEY,
      texts: 'parts.suppliers',
      list: (query, signal) => api.parts.suppliers({ query: query as object, signal }),
      read: (id, signal) => api.parts.supplier({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        { key: 'name', label: t('parts.supplier'), isOrdered: true, cell: ({ name }) => name },
        { key: 'email', label: t('parts.email'), cell: ({ email }) => email ?? NONE },
        { key: 'phone', label: t('parts.phone'), cell: ({ phone }) => phone ?? NONE },
        { key: 'account', label: t('parts.account'), cell: ({ account }) => account || NONE },
        { key: 'parts', label: t('parts.title'), isNumber: true, cell: ({ parts }) => parts },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => ({
          name: one?.name ?? '',
          email: one?.email ?? '',
          phone: one?.phone ?? '',
          account: one?.account ?? '',
        }),
        Fields,
        check: (draft, translate) => missing(draft, ['name'], translate),
        save: ({ email, phone, ...values }, one) => {
          const body = {
            ...values,
            email: email.trim() || null,
            phone: phone.trim() || null,
            version: one?.version,
          };
          return one === null
            ? api.parts.createSupplier({ body })
            : api.parts.changeSupplier({ params: { id: one.id }, body });
        },
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.parts.archiveSuppliers({ body: { ids: [...ids], archived } }),
            },
          }
        : {}),
    }),
    [t, mayWrite],
  );
}
