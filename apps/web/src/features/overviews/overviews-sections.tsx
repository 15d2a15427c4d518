import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDistance, formatDuration, formatMoment } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { Column } from '../../ui/data-table/order.ts';
import { addDays, formatDay, momentsOf, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DepotLink, DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { knownText, placeText } from '../../ui/known-text.ts';
import { useAddress } from '../../ui/use-address.ts';
import { useDefectColumns } from '../defects/defects-columns.tsx';
import { EventActions } from '../events/event-actions.tsx';
import { EventCell } from '../events/event-cell.tsx';
import { Choice } from '../records/records-filters.tsx';
import { StateBadge as ScheduleStateBadge } from '../schedules/due-list.tsx';
import { SectionList } from './overviews-parts.tsx';

type EventRow = AnswerOf<typeof contract.events.list>['results'][number];
type ScheduleRow = AnswerOf<typeof contract.schedules.schedules>['results'][number];
type DefectRow = AnswerOf<typeof contract.defects.list>['results'][number];

/** Days of the list of events, today included. */
const EVENT_DAYS = 7;
const PAGE_SIZE = 50;
const NONE = '–';
/** States of a scheduled item that the figures of a page count. */
const COUNTED_STATES = ['overdue', 'due'] as const;

/** The columns of a trip, with the vehicle of a driver's trip or the driver of a vehicle's trip. */
export function useTripColumns<
  T extends {
    readonly start_time: string;
    readonly end_time: string;
    readonly in_progress: boolean;
    readonly start_address: string | null;
    readonly end_address: string | null;
    readonly distance: number;
    readonly driving_time: number;
  },
>(own: Column<T>): readonly Column<T>[] {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  return useMemo(() => {
    const place = (text: string | null) => (text === null ? NONE : placeText(text, t, locale));
    return [
      {
        key: 'start',
        label: t('trips.startTime'),
        cell: ({ start_time: at }) => formatMoment(Date.parse(at), dates),
      },
      { key: 'from', label: t('trips.startAddress'), cell: (trip) => place(trip.start_address) },
      {
        key: 'end',
        label: t('trips.endTime'),
        cell: (trip) =>
          trip.in_progress ? t('trips.inProgress') : formatMoment(Date.parse(trip.end_time), dates),
      },
      { key: 'to', label: t('trips.endAddress'), cell: (trip) => place(trip.end_address) },
      {
        key: 'distance',
        label: t('page.distance'),
        isNumber: true,
        cell: ({ distance }) => formatDistance(distance, unit, locale, 1),
      },
      {
        key: 'driving',
        label: t('page.drivingTime'),
        isNumber: true,
        cell: ({ driving_time: s }) => formatDuration(s, locale, 'narrow'),
      },
      own,
    ];
  }, [t, dates, unit, locale, own]);
}

/** Events of the last days, of a vehicle or a driver; with their clips. */
export function EventsSection({
  of,
}: {
  readonly of: { readonly vehicle: number } | { readonly driver: number };
}) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const to = today(dates.timeZone);
  const from = addDays(to, 1 - EVENT_DAYS);
  const list = useQuery({
    queryKey: ['overview', 'events', of, from, to],
    queryFn: ({ signal }) =>
      api.events.list({
        query: { ...of, ...momentsOf({ from, to }, dates.timeZone), pageSize: PAGE_SIZE },
        signal,
      }),
  });
  const columns = useMemo(
    (): readonly Column<EventRow>[] => [
      {
        key: 'time',
        label: t('events.time'),
        cell: ({ timestamp }) => formatMoment(Date.parse(timestamp), dates),
      },
      {
        key: 'event',
        label: t('events.event'),
        cell: (event) => <EventCell of={event} />,
      },
      {
        key: 'address',
        label: t('events.address'),
        cell: ({ address, geofence }) =>
          geofence?.name ?? (address === null ? NONE : placeText(address, t, locale)),
      },
      'vehicle' in of
        ? {
            key: 'driver',
            label: t('events.driver'),
            cell: ({ driver }) => (driver === null ? NONE : <DriverLink driver={driver} />),
          }
        : {
            key: 'vehicle',
            label: t('events.registration'),
            cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
          },
    ],
    [t, dates, locale, of],
  );
  return (
    <SectionList
      title={t('page.eventsOf', { count: EVENT_DAYS })}
      more={{
        label: t('page.allEvents'),
        to: '/events/activity',
        search: {
          ...('vehicle' in of
            ? { vehicleId: of.vehicle }
            : { vehicleId: 'all', driverId: of.driver }),
          startDate: from,
          endDate: to,
        },
      }}
      columns={columns}
      rows={list.data?.results ?? []}
      keyOf={({ id }) => id}
      query={list}
      empty={{ title: t('page.noEvents'), text: t('page.noEventsText', { count: EVENT_DAYS }) }}
      actions={(event) => <EventActions event={event} />}
    />
  );
}

/** What is due for a vehicle or a depot: of a vehicle also when each activity was done last. */
export function ScheduleSection({
  of,
}: {
  readonly of: { readonly vehicle: number } | { readonly depot: number };
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const isVehicle = 'vehicle' in of;
  const [address, setAddress] = useAddress();
  const state = COUNTED_STATES.find((one) => one === address.state);
  const list = useQuery({
    queryKey: ['overview', 'schedule', of, state],
    queryFn: ({ signal }) =>
      api.schedules.schedules({
        query: {
          ...(isVehicle
            ? { vehicle: String(of.vehicle), with_fulfilled: 'true' }
            : { depot: String(of.depot) }),
          ...(state === undefined ? {} : { state }),
          ordering: 'due_date',
          pageSize: 400,
        } as never,
        signal,
      }),
  });
  const all = list.data?.results ?? [];
  const columns = useMemo((): readonly Column<ScheduleRow>[] => {
    const lastOf = ({ schedule_type: type }: ScheduleRow) =>
      all
        .flatMap((one) =>
          one.schedule_type === type && one.fulfilled_at ? [one.fulfilled_at] : [],
        )
        .sort()
        .at(-1);
    const day = (text: string) => formatDay(text.slice(0, 10), dates.dateFormat);
    return [
      { key: 'name', label: t('planner.what'), cell: ({ name }) => knownText(name, t) },
      ...(isVehicle
        ? [
            {
              key: 'last',
              label: t('page.lastDone'),
              cell: (row: ScheduleRow) => {
                const last = lastOf(row);
                return last === undefined ? NONE : day(last);
              },
            },
          ]
        : [
            {
              key: 'vehicle',
              label: t('vehicleFile.registration'),
              cell: ({ vehicle, registration }: ScheduleRow) => (
                <VehicleLink vehicle={{ id: vehicle, registration }} />
              ),
            },
          ]),
      { key: 'due', label: t('vehicleFile.dueDate'), cell: ({ due_date: due }) => day(due) },
      {
        key: 'state',
        label: t('vehicleFile.status'),
        cell: (schedule) => <ScheduleStateBadge schedule={schedule} />,
      },
    ];
  }, [t, dates, all, isVehicle]);
  return (
    <SectionList
      title={t('page.schedule')}
      more={{ label: t('page.openPlanner'), to: '/vehicle-file/planner', search: { ...of } }}
      columns={columns}
      rows={all.filter(({ fulfilled_at: at }) => at === null)}
      keyOf={({ id }) => id}
      query={list}
      empty={{ title: t('planner.empty'), text: t('planner.emptyText') }}
      filter={
        <Choice
          name="state"
          label={t('vehicleFile.status')}
          all={t('page.anyStatus')}
          options={COUNTED_STATES.map((value) => ({ value, label: t(`page.only.${value}`) }))}
          values={{ state }}
          change={setAddress}
        />
      }
    />
  );
}

/** Defects of a vehicle, or the open ones of a depot. */
export function DefectsSection({
  of,
  hasScreen,
}: {
  readonly of: { readonly vehicle: number } | { readonly depot: number };
  readonly hasScreen: boolean;
}) {
  const { t } = useTranslation();
  const isVehicle = 'vehicle' in of;
  const [address, setAddress] = useAddress();
  const isOpenOnly = !isVehicle || address.state === 'open';
  const list = useQuery({
    queryKey: ['overview', 'defects', of, isOpenOnly],
    queryFn: ({ signal }) =>
      api.defects.list({
        query: { ...of, ...(isOpenOnly ? { state: 'open' as const } : {}), pageSize: PAGE_SIZE },
        signal,
      }),
  });
  const known = useDefectColumns();
  const columns = useMemo(
    (): readonly Column<DefectRow>[] =>
      known.flatMap((column): Column<DefectRow>[] => {
        if (column.key === 'registration' && isVehicle) return [];
        if (column.key === 'depot') return [];
        const { key, label, isNumber = false, cell } = column;
        if (key !== 'registration') return [{ key, label, isNumber, cell }];
        return [{ key, label, cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} /> }];
      }),
    [known, isVehicle],
  );
  return (
    <SectionList
      title={t(isVehicle ? 'page.defects' : 'page.openDefects')}
      {...(hasScreen
        ? { more: { label: t('page.allDefects'), to: '/defects', search: { ...of } } }
        : {})}
      filter={
        isVehicle && (
          <Choice
            name="state"
            label={t('page.status')}
            all={t('page.anyStatus')}
            options={[{ value: 'open', label: t('recordList.open') }]}
            values={{ state: isOpenOnly ? 'open' : undefined }}
            change={setAddress}
          />
        )
      }
      columns={columns}
      rows={list.data?.results ?? []}
      keyOf={({ id }) => id}
      query={list}
      empty={{ title: t('defects.empty'), text: t('defects.emptyText') }}
    />
  );
}

/** Depots as links, separated by commas. */
export function DepotLinks({
  depots,
}: {
  readonly depots: readonly { readonly id: number; readonly name: string }[];
}) {
  if (depots.length === 0) return NONE;
  return depots.map((depot, n) => (
    <span key={depot.id}>
      {n > 0 && ', '}
      <DepotLink depot={depot} />
    </span>
  ));
}
