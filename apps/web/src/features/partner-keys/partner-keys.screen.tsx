import { formatDateTime } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { actsCustomerWide } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { CustomerWideNote } from '../../ui/customer-wide/customer-wide.tsx';
import { useDisplay } from '../../ui/display.ts';
import { requiredFault } from '../../ui/field/required.ts';
import type { Resource, ResourceColumn } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { NewSecret } from '../account/new-secret.tsx';
import type { KeyDraft, PartnerKey } from './partner-keys.ts';
import { KeyFields } from './partner-keys-fields.tsx';

const NONE = '–';

function useColumns(): readonly ResourceColumn<PartnerKey>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const moment = (text: string | null) =>
      text === null ? NONE : formatDateTime(Date.parse(text), dates);
    return [
      { key: 'name', label: t('partnerKeys.name'), isOrdered: true, cell: ({ name }) => name },
      ...(seesAll
        ? [
            {
              key: 'customer',
              label: t('organisation.customer'),
              cell: ({ customer }: PartnerKey) => customer.name,
            },
          ]
        : []),
      { key: 'hint', label: t('partnerKeys.key'), cell: ({ hint }) => <code>{`${hint}…`}</code> },
      {
        key: 'state',
        label: t('recordList.state'),
        cell: ({ revoked_at: revoked }) => (
          <Badge tone={revoked === null ? 'good' : undefined}>
            {t(revoked === null ? 'partnerKeys.valid' : 'partnerKeys.revoked')}
          </Badge>
        ),
      },
      {
        key: 'created_at',
        label: t('partnerKeys.made'),
        isOrdered: true,
        cell: ({ created_at: at }) => moment(at),
      },
      {
        key: 'last_used_at',
        label: t('partnerKeys.lastUsed'),
        isOrdered: true,
        cell: ({ last_used_at: at }) => (at === null ? t('partnerKeys.never') : moment(at)),
      },
    ];
  }, [t, dates, seesAll]);
}

function Details({ one }: { readonly one: PartnerKey }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const when = (text: string) => formatDateTime(Date.parse(text), dates);
  return (
    <div>
      <p>{t('partnerKeys.madeBy', { who: one.created_by, when: when(one.created_at) })}</p>
      {one.revoked_at !== null && (
        <p>{t('partnerKeys.revokedBy', { who: one.revoked_by, when: when(one.revoked_at) })}</p>
      )}
    </div>
  );
}

/**
 * Screen /administration/partner-keys: create keys, show them once, revoke them (requirement
 * W-P05).
 */
export function PartnerKeysScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const isCustomerWide = actsCustomerWide(useSession().current);
  const [made, setMade] = useState<string | null>(null);
  const resource = useMemo<Resource<PartnerKey, KeyDraft>>(
    () => ({
      kind: 'partner_key',
      texts: 'partnerKeys',
      list: (query, signal) => api.partnerKeys.list({ query: query as object, signal }),
      read: (id, signal) => api.partnerKeys.read({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns,
      Details,
      mayAdd: isCustomerWide,
      form: {
        draftOf: (one) => ({ name: one?.name ?? '', customer: one?.customer.id ?? null }),
        Fields: KeyFields,
        check: ({ name }, say) => (name.trim() === '' ? { name: requiredFault(say) } : {}),
        // The scopes of a key never change; create a new key instead.
        mayChange: () => false,
        save: async ({ name, customer }) => {
          const { key } = await api.partnerKeys.create({
            body: { name: name.trim(), ...(customer === null ? {} : { customer }) },
          });
          setMade(key);
        },
      },
      actions: [
        {
          label: t('partnerKeys.revoke'),
          isOffered: ({ revoked_at: revoked }) => isCustomerWide && revoked === null,
          confirm: ({ name }) => t('partnerKeys.revokeText', { name }),
          run: ({ id }) => api.partnerKeys.revoke({ params: { id } }),
          done: t('partnerKeys.revoked'),
        },
      ],
    }),
    [t, columns, isCustomerWide],
  );
  return (
    <>
      <CustomerWideNote />
      <ResourceScreen resource={resource} />
      {made !== null && (
        <NewSecret
          secret={made}
          title={t('partnerKeys.newKey')}
          text={t('partnerKeys.once')}
          kept={t('partnerKeys.kept')}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
