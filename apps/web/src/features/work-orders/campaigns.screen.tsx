import { mayWorkOnOrders } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import {
  AreaField,
  DayField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { filtersOf } from '../records/records-filters.tsx';
import { CampaignDetails, useDay } from './campaign-details.tsx';
import { OrdersDialog } from './campaign-dialogs.tsx';
import {
  type Campaign,
  type CampaignDraft,
  type CampaignRow,
  campaignDraft,
  checkCampaign,
  saveCampaign,
} from './campaigns.ts';
import { CAMPAIGNS_KEY } from './campaigns-key.ts';
import { WorkOrdersTabs } from './work-orders-tabs.tsx';

const NONE = '–';

const Filters = filtersOf((t) => [
  {
    name: 'state',
    label: t('recalls.state'),
    all: t('recalls.anyState'),
    options: (['unfinished', 'overdue'] as const).map((value) => ({
      value,
      label: t(`recalls.filter.${value}`),
    })),
  },
  {
    name: 'safety',
    label: t('recalls.kind'),
    all: t('recalls.anyKind'),
    options: [{ value: 'true', label: t('recalls.safety') }],
  },
]);

function Fields(form: FormProps<CampaignDraft, Campaign>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField form={form} name="number" label={t('recalls.number')} isRequired maxLength={40} />
      <TextField form={form} name="title" label={t('recalls.name')} isRequired maxLength={100} />
      <TextField form={form} name="maker" label={t('recalls.maker')} maxLength={60} />
      <SwitchField form={form} name="is_safety" label={t('recalls.safety')} />
      <DayField form={form} name="due_on" label={t('recalls.dueOn')} />
      <AreaField form={form} name="description" label={t('recalls.text')} maxLength={2000} />
      <FieldGroup title={t(form.one === null ? 'recalls.vehicles' : 'recalls.addVehicles')}>
        <AreaField
          form={form}
          name="plates"
          label={t('recalls.plates')}
          hint={t('recalls.platesHint')}
          maxLength={40_000}
        />
        <TextField
          form={form}
          name="model"
          label={t('recalls.model')}
          hint={t('recalls.modelHint')}
          maxLength={100}
        />
      </FieldGroup>
    </>
  );
}

/** Screen /work-orders/campaigns: recalls and service campaigns of makers. */
export function CampaignsScreen() {
  const { t } = useTranslation();
  const day = useDay();
  const { current } = useSession();
  const mayWrite = mayWorkOnOrders(rightsOf(current));
  const resource = useMemo<Resource<CampaignRow, CampaignDraft, Campaign>>(
    () => ({
      kind: CAMPAIGNS_KEY,
      texts: 'recalls.list',
      list: (query, signal) => api.workOrderCampaigns.list({ query: query as object, signal }),
      read: (id, signal) => api.workOrderCampaigns.read({ params: { id }, signal }),
      nameOf: ({ number }) => number,
      columns: [
        {
          key: 'number',
          label: t('recalls.number'),
          isOrdered: true,
          cell: ({ number }) => number,
        },
        { key: 'title', label: t('recalls.name'), isOrdered: true, cell: ({ title }) => title },
        {
          key: 'kind',
          label: t('recalls.kind'),
          cell: ({ is_safety }) => (
            <Badge tone={is_safety ? 'warn' : 'quiet'}>
              {t(is_safety ? 'recalls.safety' : 'recalls.service')}
            </Badge>
          ),
        },
        {
          key: 'due_on',
          label: t('recalls.dueOn'),
          isOrdered: true,
          cell: ({ due_on, is_overdue }) => (
            <>
              {due_on === null ? NONE : day(due_on)}{' '}
              {is_overdue && <Badge tone="bad">{t('recalls.filter.overdue')}</Badge>}
            </>
          ),
        },
        {
          key: 'progress',
          label: t('recalls.progress'),
          cell: ({ done, not_affected, vehicles }) =>
            t('recalls.doneOf', { done: done + not_affected, count: vehicles }),
        },
      ],
      Details: CampaignDetails,
      mayAdd: mayWrite,
      form: {
        draftOf: campaignDraft,
        Fields,
        check: checkCampaign,
        save: (draft, one) => saveCampaign(draft, one, t),
        mayChange: ({ may_change }) => may_change,
      },
      ...(mayWrite
        ? {
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.workOrderCampaigns.remove({ params: { id } });
              },
              text: t('recalls.removeText'),
            },
          }
        : {}),
      actions: [
        {
          label: t('recalls.createOrders'),
          Dialog: OrdersDialog,
          isOffered: ({ may_change, open }: Campaign) => may_change && open > 0,
          done: t('recalls.ordersCreated'),
        },
      ],
      filters: { names: ['state', 'safety', 'vehicle'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('workOrderCampaigns', 'export'), { query }),
    }),
    [t, day, mayWrite],
  );
  return <ResourceScreen resource={resource} tabs={<WorkOrdersTabs />} />;
}
