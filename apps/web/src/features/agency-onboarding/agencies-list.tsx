import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { AreaField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { AGENCY_KEY, type Agency, ONBOARDING_WRITE } from './agency-onboarding.ts';

interface Draft {
  readonly name: string;
  readonly contact: string;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
}

function Fields({ one: _, ...form }: FormProps<Draft, Agency>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField form={form} name="name" label={t('agencies.name')} isRequired maxLength={90} />
      <TextField form={form} name="contact" label={t('agencies.contact')} maxLength={90} />
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('agencyOnboarding.email')}
        maxLength={254}
      />
      <TextField
        form={form}
        name="phone"
        type="tel"
        label={t('agencyOnboarding.phone')}
        maxLength={40}
      />
      <AreaField form={form} name="note" label={t('agencies.note')} maxLength={500} />
    </>
  );
}

/** The agencies of the customer. */
export function useAgencies(): Resource<Agency, Draft> {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayWrite = may(current, ONBOARDING_WRITE);
  return useMemo(
    () => ({
      kind: AGENCY_KEY,
      texts: 'agencies',
      list: (query, signal) =>
        api.agencies.list({
          query: { ...query, archived: query.archived ? 'true' : 'false' } as object,
          signal,
        }),
      read: (id, signal) => api.agencies.read({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        { key: 'name', label: t('agencies.name'), isOrdered: true, cell: ({ name }) => name },
        { key: 'contact', label: t('agencies.contact'), cell: ({ contact }) => contact || '–' },
        { key: 'email', label: t('agencyOnboarding.email'), cell: ({ email }) => email ?? '–' },
        { key: 'phone', label: t('agencyOnboarding.phone'), cell: ({ phone }) => phone ?? '–' },
        {
          key: 'drivers',
          label: t('agencies.drivers'),
          isNumber: true,
          cell: ({ drivers }) => drivers,
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => ({
          name: one?.name ?? '',
          contact: one?.contact ?? '',
          email: one?.email ?? '',
          phone: one?.phone ?? '',
          note: one?.note ?? '',
        }),
        Fields,
        save: (draft, one) =>
          one === null
            ? api.agencies.create({ body: draft })
            : api.agencies.change({ params: { id: one.id }, body: draft }),
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.agencies.archive({ body: { ids: [...ids], archived } }),
              text: t('agencies.archiveText'),
            },
          }
        : {}),
    }),
    [t, mayWrite],
  );
}
