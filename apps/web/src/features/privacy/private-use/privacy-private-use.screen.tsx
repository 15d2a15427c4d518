import { formatDateTime } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../ui/display.ts';
import type { Resource, ResourceColumn } from '../../../ui/resource/resource.ts';
import { ResourceScreen } from '../../../ui/resource/resource-screen.tsx';
import { Select } from '../../../ui/select/select.tsx';
import {
  NEW,
  type PrivateUse,
  type PrivateUseDraft,
  privateUseBody,
} from './privacy-private-use.ts';
import { PrivateUseFields } from './privacy-private-use-fields.tsx';
import '../../../ui/administration.css';
import { requiredFault } from '../../../ui/field/required.ts';

type Rules = Resource<PrivateUse, PrivateUseDraft>;

const STATES = ['active', 'planned', 'ended'] as const;

const Filters: NonNullable<Rules['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('privateUse.state')}
      value={values.state ?? ''}
      onChange={({ currentTarget }) => change({ state: currentTarget.value || undefined })}
    >
      <option value="">{t('privateUse.anyState')}</option>
      {STATES.map((state) => (
        <option key={state} value={state}>
          {t(`privateUse.state.${state}`)}
        </option>
      ))}
    </Select>
  );
};

/** The schedule of a private-use rule, in words. */
function whenText(one: PrivateUse, t: TFunction): string {
  if (one.kind === 'period') return t('privateUse.kind.period');
  const days = one.weekdays.map((day) => t(`privateUse.day.${day}`)).join(', ');
  return t('privateUse.weeklyText', { days, from: one.start_time, to: one.end_time });
}

const nameOf = ({ vehicle, customer }: PrivateUse) => vehicle?.registration ?? customer.name;

function useColumns(): readonly ResourceColumn<PrivateUse>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'vehicle',
        label: t('privateUse.vehicle'),
        cell: ({ vehicle, customer }) =>
          vehicle?.registration ?? t('privateUse.allOf', { customer: customer.name }),
      },
      { key: 'kind', label: t('privateUse.kind'), cell: (one) => whenText(one, t) },
      {
        key: 'starts_at',
        label: t('privateUse.from'),
        isOrdered: true,
        cell: ({ starts_at }) => formatDateTime(Date.parse(starts_at), dates),
      },
      {
        key: 'ends_at',
        label: t('privateUse.until'),
        isOrdered: true,
        cell: ({ ends_at }) =>
          ends_at === null ? t('privateUse.open') : formatDateTime(Date.parse(ends_at), dates),
      },
      { key: 'by', label: t('privateUse.by'), cell: ({ created_by }) => created_by },
      {
        key: 'state',
        label: t('privateUse.state'),
        cell: ({ state }) => t(`privateUse.state.${state}`),
      },
    ],
    [t, dates],
  );
}

function Details({ one }: { readonly one: PrivateUse }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (text: string) => formatDateTime(Date.parse(text), dates);
  return (
    <>
      <p>{whenText(one, t)}</p>
      <p>
        {moment(one.starts_at)} –{' '}
        {one.ends_at === null ? t('privateUse.open') : moment(one.ends_at)}
      </p>
      {one.reason !== '' && <p>{one.reason}</p>}
    </>
  );
}

/** Screen /administration/private-use: times of private use of vehicles (docs/privacy.md). */
export function PrivateUseScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const resource = useMemo(
    (): Rules => ({
      kind: 'private_use',
      texts: 'privateUse',
      list: (query, signal) => api.privateUse.list({ query: query as object, signal }),
      read: (id, signal) => api.privateUse.read({ params: { id }, signal }),
      nameOf,
      columns,
      form: {
        draftOf: () => NEW,
        Fields: PrivateUseFields,
        check: ({ isAll, vehicle }, translate) =>
          isAll || vehicle !== null ? {} : { vehicle: requiredFault(translate) },
        save: (draft) => api.privateUse.create({ body: privateUseBody(draft) }),
        mayChange: () => false,
      },
      Details,
      actions: [
        {
          label: t('privateUse.end'),
          isOffered: ({ state }) => state !== 'ended',
          confirm: () => t('privateUse.endText'),
          run: ({ id }) => api.privateUse.end({ params: { id } }),
          done: t('toast.updated'),
        },
      ],
      filters: { names: ['state'], Controls: Filters },
    }),
    [t, columns],
  );
  return <ResourceScreen resource={resource} />;
}
