import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DepotLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { knownText } from '../../ui/known-text.ts';
import { cx, stack } from '../../ui/look/look.ts';
import { SCHEDULES_KEY } from '../vehicle-file/schedules-key.ts';
import { DueCampaigns } from './due-campaigns.tsx';
import styles from './planner.module.css';
import { stateOf } from './schedules-mark.tsx';
import { dayOf, type Schedule } from './schedules-plan.ts';
import { useRemaining } from './schedules-remaining.ts';
import { MarkStateBadge } from './schedules-state-badge.tsx';
import { dueFilter, type Planner } from './use-planner.ts';

/** Requirement S-25. */
const PAGE_SIZE = 50;

/** The state of a scheduled item: an icon and a word. */
export function StateBadge({ schedule }: { readonly schedule: Schedule }) {
  return <MarkStateBadge state={stateOf({ kind: 'open', schedule })} />;
}

function useColumns(): readonly Column<Schedule>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const remaining = useRemaining();
  return useMemo(
    () => [
      {
        key: 'due_date',
        label: t('vehicleFile.dueDate'),
        // The server sorts; the header only enables it.
        compare: () => 0,
        cell: ({ due_date: due }) => formatDay(due.slice(0, 10), dates.dateFormat),
      },
      {
        key: 'state',
        label: t('vehicleFile.status'),
        cell: (schedule) => <StateBadge schedule={schedule} />,
      },
      {
        key: 'registration',
        label: t('vehicleFile.registration'),
        compare: () => 0,
        cell: ({ vehicle, registration }) => (
          <strong>
            <VehicleLink vehicle={{ id: vehicle, registration }} />
          </strong>
        ),
      },
      { key: 'name', label: t('planner.what'), cell: ({ name }) => knownText(name, t) },
      {
        key: 'depot',
        label: t('vehicleFile.depot'),
        cell: ({ depot }) => depot !== null && <DepotLink depot={depot} />,
      },
      {
        key: 'planned',
        label: t('planner.plannedFor'),
        cell: (schedule) =>
          schedule.planned_date === null ? '' : formatDay(dayOf(schedule), dates.dateFormat),
      },
      {
        key: 'left',
        label: t('planner.timeUntil'),
        cell: remaining,
      },
    ],
    [t, dates, remaining],
  );
}

/** Open items by due date, overdue first, and the campaigns of the vehicles. */
export function DueList({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { address, setAddress } = planner;
  const filter = dueFilter(planner);
  const page = Math.max(1, Math.floor(Number(address.page)) || 1);
  const order = ['-due_date', 'registration', '-registration'].find((one) => one === address.order);
  const list = useQuery({
    queryKey: [SCHEDULES_KEY, 'list', filter, order, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.schedules.schedules({
        query: {
          ...filter,
          ordering: (order ?? 'due_date') as 'due_date',
          pageSize: PAGE_SIZE,
          page,
        },
        signal,
      }),
  });
  const count = list.data?.count ?? 0;
  return (
    <div className={cx(stack({ columns: 'one', height: 'full' }), styles.planList)}>
      <DataTable
        id="planner"
        label={t('planner.view.list')}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={({ id }) => id}
        state={list}
        empty={{ title: t('planner.empty'), text: t('planner.emptyText') }}
        order={order ?? 'due_date'}
        selected={planner.selected?.id ?? null}
        onOrder={(next) =>
          setAddress({ order: next === 'due_date' ? undefined : next, page: undefined })
        }
        onSelect={({ id }) => planner.select(id)}
      />
      {count > PAGE_SIZE && (
        <FixedPager
          page={page}
          pageSize={PAGE_SIZE}
          count={count}
          onPage={(next) => setAddress({ page: next === 1 ? undefined : String(next) })}
        />
      )}
      <DueCampaigns planner={planner} />
    </div>
  );
}
