import { RECALL_CATEGORY } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { addDays, formatDay } from '../../ui/date-range/calendar.ts';
import { WORKSHOP_ACCESS } from '../../ui/destinations.ts';
import { useDisplay } from '../../ui/display.ts';
import { DepotLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { CAMPAIGNS_KEY } from '../work-orders/campaigns-key.ts';
import styles from './planner.module.css';
import { stateOfDay } from './schedules-mark.tsx';
import type { DueCampaign } from './schedules-plan.ts';
import { MarkStateBadge } from './schedules-state-badge.tsx';
import { type Planner, weekFrom } from './use-planner.ts';

const PAGE_SIZE = 25;
const NONE = '–';

function useColumns(): readonly Column<DueCampaign>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return [
    {
      key: 'due_on',
      label: t('vehicleFile.dueDate'),
      cell: ({ due_on: day }) => (day === null ? NONE : formatDay(day, dates.dateFormat)),
    },
    {
      key: 'state',
      label: t('vehicleFile.status'),
      cell: ({ due_on: day }) =>
        day === null ? NONE : <MarkStateBadge state={stateOfDay(Date.parse(day))} />,
    },
    {
      key: 'registration',
      label: t('vehicleFile.registration'),
      cell: ({ vehicle }) => (
        <strong>
          <VehicleLink vehicle={vehicle} />
        </strong>
      ),
    },
    {
      key: 'campaign',
      label: t('planner.what'),
      cell: ({ campaign }) => (
        <Link to="/work-orders/campaigns" search={{ open: String(campaign.id) } as never}>
          {`${campaign.number} ${campaign.title}`}
        </Link>
      ),
    },
    {
      key: 'depot',
      label: t('vehicleFile.depot'),
      cell: ({ depot }) => depot !== null && <DepotLink depot={depot} />,
    },
  ];
}

/** The unfinished vehicles of recall and service campaigns below the due items, by the same filters. */
export function DueCampaigns({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const title = useId();
  const { current } = useSession();
  const { address, category, depot, due, now, setAddress, vehicle } = planner;
  const page = Math.max(1, Math.floor(Number(address.campaigns)) || 1);
  const isShown =
    may(current, WORKSHOP_ACCESS) && (category === '' || category === RECALL_CATEGORY);
  const days = due === null ? {} : due === 'overdue' ? { to: addDays(now, -1) } : weekFrom(now);
  const query = {
    depot: depot || undefined,
    vehicle: vehicle || undefined,
    ...days,
    state: 'unfinished' as const,
    pageSize: PAGE_SIZE,
    page,
  };
  const columns = useColumns();
  const list = useQuery({
    queryKey: [CAMPAIGNS_KEY, 'due-list', query],
    enabled: isShown,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.workOrderCampaigns.vehicles({ query, signal }),
  });
  const count = list.data?.count ?? 0;
  // Most fleets have no open campaign: no empty table then.
  if (!isShown || (list.isSuccess && count === 0)) return null;
  return (
    <section className={stack({ gap: 0, borderTop: true })} aria-labelledby={title}>
      <h2 id={title} className={look({ margin: 0, size: 'lead', paddingX: 4, paddingY: 2 })}>
        {t('planner.campaigns', { count })}
      </h2>
      <div className={styles.planCampaigns}>
        <DataTable
          id="planner-campaigns"
          label={t('planner.campaignTable')}
          columns={columns}
          rows={list.data?.results ?? []}
          keyOf={({ campaign, vehicle: { id } }) => `${campaign.id} ${id}`}
          state={list}
          empty={{ title: t('planner.empty'), text: t('planner.emptyText') }}
        />
      </div>
      {count > PAGE_SIZE && (
        <FixedPager
          page={page}
          pageSize={PAGE_SIZE}
          count={count}
          onPage={(next) => setAddress({ campaigns: next === 1 ? undefined : String(next) })}
        />
      )}
    </section>
  );
}
