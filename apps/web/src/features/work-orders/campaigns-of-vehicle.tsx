import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { stack } from '../../ui/look/look.ts';
import { CAMPAIGNS_KEY } from './campaigns-key.ts';
import { RecallBadge } from './recall-badge.tsx';

const NONE = '–';
/** More than the campaigns of one vehicle; the list shows all. */
const SHOWN = 50;

/** The section "Recalls" of a vehicle: which campaigns hit it, how far they are, and a link to each. */
export function CampaignsOfVehicle({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const list = useQuery({
    queryKey: [CAMPAIGNS_KEY, 'vehicle', vehicleId],
    queryFn: ({ signal }) =>
      api.workOrderCampaigns.vehicles({
        query: { vehicle: vehicleId, pageSize: SHOWN },
        signal,
        quiet: true,
      }),
  });
  return (
    <div className={stack({ gap: 3, padding: 4 })}>
      <Link to="/work-orders/campaigns" search={{ vehicle: String(vehicleId) } as never}>
        {t('recalls.allOfVehicle')}
      </Link>
      <DataTable
        label={t('recalls.title')}
        columns={[
          {
            key: 'campaign',
            label: t('recalls.campaign'),
            cell: ({ campaign: { id, number, title } }) => (
              <Link to="/work-orders/campaigns" search={{ open: String(id) } as never}>
                {number} {title}
              </Link>
            ),
          },
          {
            key: 'kind',
            label: t('recalls.kind'),
            cell: ({ campaign }) => t(campaign.is_safety ? 'recalls.safety' : 'recalls.service'),
          },
          {
            key: 'due',
            label: t('recalls.dueOn'),
            cell: ({ due_on: dueOn, is_overdue: isOverdue }) => (
              <>
                {dueOn === null ? NONE : formatDay(dueOn, dates.dateFormat)}{' '}
                {isOverdue && <Badge tone="bad">{t('recalls.filter.overdue')}</Badge>}
              </>
            ),
          },
          {
            key: 'state',
            label: t('recalls.state'),
            cell: ({ state }) => <RecallBadge state={state} />,
          },
          {
            key: 'order',
            label: t('recalls.order'),
            cell: ({ done_on: doneOn, reason, work_order: order }) =>
              order === null ? (
                (reason ?? (doneOn === null ? NONE : formatDay(doneOn, dates.dateFormat)))
              ) : (
                <Link to="/work-orders" search={{ open: String(order.id) } as never}>
                  {order.reference_number}
                </Link>
              ),
          },
        ]}
        rows={list.data?.results ?? []}
        keyOf={({ campaign }) => campaign.id}
        state={list}
        empty={{ title: t('recalls.noneOfVehicle'), text: t('recalls.noneOfVehicleText') }}
      />
    </div>
  );
}
