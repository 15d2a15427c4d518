import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatMoment } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Column } from '../../../ui/data-table/order.ts';
import { addDays, momentsOf, today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { Score } from '../../driver-behaviour/driver-behaviour-score.tsx';
import { SectionList } from '../overviews-parts.tsx';
import { useTripColumns } from '../overviews-sections.tsx';

type DriverTrip = AnswerOf<typeof contract.overviews.driverTrips>['results'][number];
type DriverCheck = AnswerOf<typeof contract.overviews.driverChecks>['results'][number];

const NONE = '–';
const PAGE_SIZE = 50;
const SCORE_DAYS = 28;

/** The trips of a driver in visible vehicles. */
export function DriverTrips({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: ['overview', 'driver', id, 'trips'],
    queryFn: ({ signal }) =>
      api.overviews.driverTrips({ params: { id }, query: { pageSize: PAGE_SIZE }, signal }),
  });
  const vehicle = useMemo(
    (): Column<DriverTrip> => ({
      key: 'vehicle',
      label: t('page.vehicle'),
      cell: ({ vehicle: one }) => <VehicleLink vehicle={one} />,
    }),
    [t],
  );
  return (
    <SectionList
      title={t('page.tripsOfDriver')}
      columns={useTripColumns(vehicle)}
      rows={list.data?.results ?? []}
      keyOf={({ start_time: at, vehicle: { id: of } }) => `${of} ${at}`}
      query={list}
      empty={{ title: t('page.noTrips'), text: t('page.noDriverTripsText') }}
    />
  );
}

/** The checks of a driver, and the defects reported with them. */
export function DriverChecks({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const list = useQuery({
    queryKey: ['overview', 'driver', id, 'checks'],
    queryFn: ({ signal }) =>
      api.overviews.driverChecks({ params: { id }, query: { pageSize: PAGE_SIZE }, signal }),
  });
  const columns: readonly Column<DriverCheck>[] = [
    {
      key: 'done',
      label: t('page.doneAt'),
      cell: ({ done_at: at }) => formatMoment(Date.parse(at), dates),
    },
    { key: 'number', label: t('vor.record'), cell: ({ reference_number: number }) => number },
    {
      key: 'vehicle',
      label: t('page.vehicle'),
      cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
    },
    { key: 'defects', label: t('page.defects'), isNumber: true, cell: ({ defects }) => defects },
    {
      key: 'defect',
      label: t('page.reportedDefect'),
      cell: ({ defect }) => defect?.reference_number ?? NONE,
    },
  ];
  return (
    <SectionList
      title={t('page.checksOfDriver')}
      columns={columns}
      rows={list.data?.results ?? []}
      keyOf={({ id: one }) => one}
      query={list}
      empty={{ title: t('page.noChecks'), text: t('page.noChecksText') }}
    />
  );
}

/** The behaviour score of a driver. */
export function DriverBehaviour({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const to = today(timeZone);
  const from = addDays(to, 1 - SCORE_DAYS);
  const list = useQuery({
    queryKey: ['overview', 'behaviour', from, to],
    queryFn: ({ signal }) =>
      api.driverBehaviour.abc({
        query: { ...momentsOf({ from, to }, timeZone), by: 'driver' },
        signal,
      }),
  });
  const row = list.data?.results.find(({ driver }) => driver?.id === id);
  return (
    <SectionList
      title={t('page.scoreOf', { count: SCORE_DAYS })}
      more={{
        label: t('page.allBehaviour'),
        to: '/telematics/safety/abc',
        search: { by: 'driver', startDate: from, endDate: to },
      }}
      columns={[
        {
          key: 'score',
          label: t('page.score'),
          cell: ({ score }) => <Score score={score} hasDevice />,
        },
        {
          key: 'acceleration',
          label: t('page.acceleration'),
          isNumber: true,
          cell: (one) => one.harsh_acceleration,
        },
        {
          key: 'braking',
          label: t('page.braking'),
          isNumber: true,
          cell: (one) => one.harsh_braking,
        },
        {
          key: 'cornering',
          label: t('page.cornering'),
          isNumber: true,
          cell: (one) => one.harsh_cornering,
        },
        { key: 'speeding', label: t('page.speeding'), isNumber: true, cell: (one) => one.speeding },
      ]}
      rows={row === undefined ? [] : [row]}
      keyOf={() => id}
      query={list}
      empty={{ title: t('page.noScore'), text: t('page.noScoreText') }}
    />
  );
}
