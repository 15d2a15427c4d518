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
import { FigureLink } from '../../../ui/figure-link/figure-link.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { ABC } from '../../driver-behaviour/driver-behaviour-kinds.ts';
import { Score } from '../../driver-behaviour/driver-behaviour-score.tsx';
import { EVENTS_ACCESS, eventsTarget } from '../../events/events-target.ts';
import { Choice } from '../../records/records-filters.tsx';
import { checkTarget } from '../../vehicle-check/check-target.ts';
import { SECTION_PAGE, SectionList, SectionPages } from '../overviews-parts.tsx';
import { useTripColumns } from '../overviews-sections.tsx';

type DriverTrip = AnswerOf<typeof contract.overviews.driverTrips>['results'][number];
type DriverCheck = AnswerOf<typeof contract.overviews.driverChecks>['results'][number];

const NONE = '–';
const SCORE_DAYS = 28;

/** The filter of a section in the address; a change returns to the first page. */
function useSectionFilter() {
  const [address, setAddress] = useAddress();
  return {
    address,
    page: Number(address.page) || 1,
    change: (changes: Readonly<Record<string, string | undefined>>) =>
      setAddress({ ...changes, page: undefined }),
    setPage: (page: number) => setAddress({ page: page === 1 ? undefined : String(page) }),
  };
}

/** The last days that a list has: those of the figures, or more. */
function DaysChoice({
  all,
  few,
  days,
  change,
}: {
  readonly all: number;
  readonly few: number;
  readonly days: string;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const { t } = useTranslation();
  const text = (count: number) => t('page.lastDays', { count });
  return (
    <Choice
      name="days"
      label={t('page.days')}
      all={text(all)}
      options={[{ value: String(few), label: text(few) }]}
      values={{ days: days === String(few) ? days : undefined }}
      change={change}
    />
  );
}

/** The trips of a driver in visible vehicles. */
export function DriverTrips({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { address, change, page, setPage } = useSectionFilter();
  const days = address.days === '7' ? '7' : '31';
  const list = useQuery({
    queryKey: ['overview', 'driver', id, 'trips', days, page],
    queryFn: ({ signal }) =>
      api.overviews.driverTrips({
        params: { id },
        query: { page, pageSize: SECTION_PAGE, days },
        signal,
      }),
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
    <>
      <SectionList
        title={t('page.tripsOfDriver', { days })}
        columns={useTripColumns(vehicle)}
        rows={list.data?.results ?? []}
        keyOf={({ start_time: at, vehicle: { id: of } }) => `${of} ${at}`}
        query={list}
        empty={{ title: t('page.noTrips'), text: t('page.noDriverTripsText') }}
        filter={<DaysChoice all={31} few={7} days={days} change={change} />}
      />
      <SectionPages page={page} count={list.data?.count ?? 0} onPage={setPage} />
    </>
  );
}

/** The checks of a driver, and the defects reported with them. */
export function DriverChecks({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { address, change, page, setPage } = useSectionFilter();
  const days = address.days === '30' ? '30' : '365';
  const hasDefects = address.defects === 'true';
  const list = useQuery({
    queryKey: ['overview', 'driver', id, 'checks', days, hasDefects, page],
    queryFn: ({ signal }) =>
      api.overviews.driverChecks({
        params: { id },
        query: {
          page,
          pageSize: SECTION_PAGE,
          days,
          ...(hasDefects ? { defects: 'true' as const } : {}),
        },
        signal,
      }),
  });
  const columns: readonly Column<DriverCheck>[] = [
    {
      key: 'done',
      label: t('page.doneAt'),
      cell: ({ check, done_at: at }) => {
        const time = formatMoment(Date.parse(at), dates);
        const target = checkTarget(check);
        return target === null ? (
          time
        ) : (
          <FigureLink count={1} target={target}>
            {time}
          </FigureLink>
        );
      },
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
    <>
      <SectionList
        title={t('page.checksOfDriver', { days })}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={({ id: one }) => one}
        query={list}
        empty={{ title: t('page.noChecks'), text: t('page.noChecksText') }}
        filter={
          <>
            <DaysChoice all={365} few={30} days={days} change={change} />
            <Choice
              name="defects"
              label={t('page.defects')}
              all={t('page.withOrWithoutDefects')}
              options={[{ value: 'true', label: t('page.checksWithDefects') }]}
              values={{ defects: hasDefects ? 'true' : undefined }}
              change={change}
            />
          </>
        }
      />
      <SectionPages page={page} count={list.data?.count ?? 0} onPage={setPage} />
    </>
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
  const events = (field: string, figure: string, count: number) => (
    <FigureLink
      count={count}
      access={EVENTS_ACCESS}
      target={eventsTarget({ driver: id, days: { from, to }, ...ABC.events[field] })}
      label={`${figure}: ${count}`}
    >
      {count}
    </FigureLink>
  );
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
          cell: (one) =>
            events('harsh_acceleration', t('page.acceleration'), one.harsh_acceleration),
        },
        {
          key: 'braking',
          label: t('page.braking'),
          isNumber: true,
          cell: (one) => events('harsh_braking', t('page.braking'), one.harsh_braking),
        },
        {
          key: 'cornering',
          label: t('page.cornering'),
          isNumber: true,
          cell: (one) => events('harsh_cornering', t('page.cornering'), one.harsh_cornering),
        },
        {
          key: 'speeding',
          label: t('page.speeding'),
          isNumber: true,
          cell: (one) => events('speeding', t('page.speeding'), one.speeding),
        },
      ]}
      rows={row === undefined ? [] : [row]}
      keyOf={() => id}
      query={list}
      empty={{ title: t('page.noScore'), text: t('page.noScoreText') }}
    />
  );
}
