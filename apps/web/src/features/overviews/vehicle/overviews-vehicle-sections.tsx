import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  formatDistance,
  formatDuration,
  formatMoment,
  formatNumber,
  isPowered,
  toApiDate,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Column } from '../../../ui/data-table/order.ts';
import { momentsOf, today } from '../../../ui/date-range/calendar.ts';
import { useDisplay, useMoney } from '../../../ui/display.ts';
import { DriverLink } from '../../../ui/entity-link/entity-link.tsx';
import { consumptionText } from '../../fuel/fuel-text.ts';
import { type Trip, useTrips } from '../../trips/use-trips.ts';
import { checkTarget } from '../../vehicle-check/check-target.ts';
import { useVorColumns } from '../../vor/vor-columns.tsx';
import { defectItems, scheduleItems } from '../overviews-attention.ts';
import {
  Attention,
  type AttentionItem,
  SectionList,
  sectionOf,
  type Tile,
  Tiles,
} from '../overviews-parts.tsx';
import { useMaySee } from '../overviews-permissions.ts';
import { useTripColumns } from '../overviews-sections.tsx';

export type VehicleOverview = AnswerOf<typeof contract.overviews.vehicle>;
type VorRow = AnswerOf<typeof contract.vor.ofVehicle>['results'][number];

const NONE = '–';

function useAttention(vehicle: VehicleOverview): AttentionItem[] {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const money = useMoney();
  const { id, off_road: offRoad, schedule, defects, check } = vehicle;
  const section = (name: string, filter: Readonly<Record<string, string>> = {}) => ({
    label: t('page.show'),
    to: `/vehicles/${id}`,
    search: { section: name, ...filter },
  });
  const items: (AttentionItem | false)[] = [
    offRoad?.days != null && {
      key: 'vor',
      tone: 'bad',
      text: [
        t('page.offRoadDays', { count: offRoad.days }),
        ...(offRoad.cost === null || offRoad.cost === 0 ? [] : [money(offRoad.cost)]),
      ].join(', '),
      link: section('costs'),
    },
    ...scheduleItems(schedule, (state) => section('schedule', { state }), t),
    ...defectItems(defects, section('defects', { state: 'open' }), t),
    // A trailer is checked with its vehicle.
    check !== null &&
      isPowered(vehicle.kind) &&
      (check.last_at === null ||
        toApiDate(Date.parse(check.last_at), timeZone) !== today(timeZone)) && {
        key: 'check',
        tone: 'warn',
        text: t('page.noCheckToday'),
      },
  ];
  return items.filter((item) => item !== false);
}

/** Costs of a vehicle, as far as the person may see them. */
const costTiles = (
  { id, costs: { off_road: offRoad, defects } }: VehicleOverview,
  t: TFunction,
  money: (amount: number) => string,
): Tile[] => [
  ...(offRoad === null
    ? []
    : [[t('page.costOffRoad'), money(offRoad), sectionOf(`/vehicles/${id}`, 'costs')] as const]),
  ...(defects === null
    ? []
    : [[t('page.costDefects'), money(defects), sectionOf(`/vehicles/${id}`, 'defects')] as const]),
];

/** What needs attention, and where to act. */
export function VehicleAttention({ vehicle }: { readonly vehicle: VehicleOverview }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { dates } = useDisplay();
  const items = useAttention(vehicle);
  const { id, check, defects } = vehicle;
  return (
    <>
      <Attention items={items} />
      <Tiles
        tiles={[
          ...(defects === null
            ? []
            : [
                [
                  t('page.openDefects'),
                  defects.open,
                  sectionOf(`/vehicles/${id}`, 'defects', { state: 'open' }),
                ] as const,
              ]),
          ...costTiles(vehicle, t, money),
          ...(check === null
            ? []
            : [
                [
                  t('page.lastCheck'),
                  check.last_at === null ? NONE : formatMoment(Date.parse(check.last_at), dates),
                  checkTarget(check.last) ?? undefined,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}

/** The trips of today, with totals and their traces. */
export function VehicleTrips({ vehicle: { id } }: { readonly vehicle: VehicleOverview }) {
  const { t } = useTranslation();
  const maySee = useMaySee();
  const { dates, unit, locale } = useDisplay();
  const day = today(dates.timeZone);
  const range = useMemo(() => momentsOf({ from: day, to: day }, dates.timeZone), [day, dates]);
  const list = useTrips(id, range);
  const driver = useMemo(
    (): Column<Trip> => ({
      key: 'driver',
      label: t('page.driver'),
      cell: ({ driver: one }) => (one === null ? NONE : <DriverLink driver={one} />),
    }),
    [t],
  );
  const known = useTripColumns(driver);
  const columns = useMemo(
    (): readonly Column<Trip>[] => [
      ...known,
      {
        key: 'fuel',
        label: t('page.fuelUsed'),
        isNumber: true,
        cell: ({ fuel_used: used }) =>
          used === null ? NONE : `${formatNumber(used, locale, 1)} L`,
      },
      {
        key: 'consumption',
        label: t('page.fuelConsumption'),
        isNumber: true,
        cell: ({ fuel_used: used, distance }) =>
          (used === null ? null : consumptionText(used, distance, unit, locale)) ?? NONE,
      },
    ],
    [known, t, unit, locale],
  );
  const totals = list.data?.totals;
  return (
    <>
      {totals !== undefined && totals.trips > 0 && (
        <Tiles
          tiles={[
            [t('page.trips'), totals.trips],
            [t('page.distance'), formatDistance(totals.distance, unit, locale, 1)],
            [t('page.drivingTime'), formatDuration(totals.driving_time, locale, 'narrow')],
          ]}
        />
      )}
      <SectionList
        title={t('page.tripsToday')}
        more={{ label: t('page.allTrips'), to: '/telematics/trip', search: { vehicleId: id } }}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(trip) => trip.id}
        query={list}
        empty={{ title: t('page.noTrips'), text: t('page.noTripsText') }}
        {...(maySee('trace')
          ? {
              actions: (trip: Trip) => (
                <Link
                  className="table-action"
                  to="/telematics/trace"
                  search={
                    {
                      vehicleId: id,
                      startDate: toApiDate(Date.parse(trip.start_time), dates.timeZone),
                    } as never
                  }
                >
                  {t('page.action.trace')}
                </Link>
              ),
            }
          : {})}
      />
    </>
  );
}

/** What the vehicle cost, as far as it is recorded: days off the road and repairs. */
export function VehicleCosts({ vehicle }: { readonly vehicle: VehicleOverview }) {
  const { t } = useTranslation();
  const money = useMoney();
  const maySee = useMaySee();
  const { id, costs } = vehicle;
  const list = useQuery({
    queryKey: ['overview', 'vor', id],
    queryFn: ({ signal }) => api.vor.ofVehicle({ query: { vehicle: id }, signal }),
  });
  const known = useVorColumns();
  const columns = useMemo(
    (): readonly Column<VorRow>[] => [
      ...known
        .filter(({ key }) => !['registration', 'depot', 'pdf'].includes(key))
        .map(({ key, label, isNumber = false, cell }) => ({ key, label, isNumber, cell })),
      {
        key: 'cost',
        label: t('vor.cost'),
        isNumber: true,
        cell: ({ cost }) => (cost === null ? NONE : money(cost)),
      },
    ],
    [known, t, money],
  );
  const sum = (costs.off_road ?? 0) + (costs.defects ?? 0);
  return (
    <>
      <Tiles tiles={[[t('page.costYear'), money(sum)], ...costTiles(vehicle, t, money)]} />
      <SectionList
        title={t('page.offRoadEntries')}
        {...(maySee('offRoadScreen')
          ? { more: { label: t('page.allVor'), to: '/vor-dashboard/vor', search: { vehicle: id } } }
          : {})}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(entry) => entry.id}
        query={list}
        empty={{ title: t('page.noVor'), text: t('page.noVorText') }}
      />
    </>
  );
}

type Devices = NonNullable<VehicleOverview['devices']>;

/** Trackers and cameras, with their last contact. */
export function VehicleDevices({ vehicle: { devices } }: { readonly vehicle: VehicleOverview }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (devices === null) return null;
  const known = { isPending: false, error: null, refetch: () => undefined };
  const trackers: readonly Column<Devices['trackers'][number]>[] = [
    {
      key: 'number',
      label: t('page.deviceNumber'),
      cell: ({ id, number }) => (
        <Link to="/administration/trackers" search={{ open: id } as never}>
          {number}
        </Link>
      ),
    },
    { key: 'model', label: t('page.deviceModel'), cell: ({ model }) => model || NONE },
    { key: 'protocol', label: t('page.protocol'), cell: ({ protocol }) => protocol },
    {
      key: 'contact',
      label: t('page.lastContact'),
      cell: ({ last_contact: at }) => (at === null ? NONE : formatMoment(Date.parse(at), dates)),
    },
  ];
  const numberOf = (id: number) => devices.trackers.find((one) => one.id === id);
  const cameras: readonly Column<Devices['cameras'][number]>[] = [
    { key: 'name', label: t('page.camera'), cell: ({ name }) => name },
    { key: 'channel', label: t('page.channel'), cell: ({ channel }) => channel },
    { key: 'source', label: t('page.protocol'), cell: ({ source }) => source },
    {
      key: 'state',
      label: t('page.status'),
      cell: ({ is_active: isActive }) => t(isActive ? 'page.cameraOn' : 'page.cameraOff'),
    },
    {
      key: 'contact',
      label: t('page.lastContact'),
      cell: ({ tracker }) => {
        const at = numberOf(tracker)?.last_contact ?? null;
        return at === null ? NONE : formatMoment(Date.parse(at), dates);
      },
    },
  ];
  return (
    <>
      <SectionList
        title={t('page.trackers')}
        more={{ label: t('page.allTrackers'), to: '/administration/trackers' }}
        columns={trackers}
        rows={devices.trackers}
        keyOf={({ id }) => id}
        query={known}
        empty={{ title: t('page.noTracker'), text: t('page.noTrackerText') }}
      />
      <SectionList
        title={t('page.cameras')}
        columns={cameras}
        rows={devices.cameras}
        keyOf={({ id }) => id}
        query={known}
        empty={{ title: t('page.noCamera'), text: t('page.noCameraText') }}
      />
    </>
  );
}
