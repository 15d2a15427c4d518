import { formatDuration, formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../shell/display.ts';
import { PageTitle } from '../../../shell/page-title.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { type Order, useOrdered } from '../../../widgets/data-table/order.ts';
import { formatDay } from '../../../widgets/date-range/calendar.ts';
import { DateRangePicker } from '../../../widgets/date-range/date-range-picker.tsx';
import { DayPicker } from '../../../widgets/day-picker/day-picker.tsx';
import { DownloadMenu } from '../../../widgets/download-menu/download-menu.tsx';
import { SidebarScreen } from '../../../widgets/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups, vehicleOf } from '../../../widgets/fleet-sidebar/vehicle-groups.ts';
import { VehicleTree } from '../../../widgets/fleet-sidebar/vehicle-tree.tsx';
import { type MapFocus, TraceMap } from '../../../widgets/map/trace-map.tsx';
import { Signal } from '../../../widgets/signal.ts';
import { SpeedLegend } from '../trace/legend.tsx';
import { useTrace } from '../trace/use-trace.ts';
import { useVehicleDays } from '../trace/use-vehicle-days.ts';
import { tripColumns } from './trip-columns.tsx';
import {
  momentsOfTrip,
  oldestFirst,
  stopMarks,
  type TripRow,
  useTrips,
  withStops,
} from './use-trips.ts';
import '../trace/trace.css';
import './trips.css';

const keyOf = (row: TripRow) => (row.kind === 'trip' ? row.trip.id : `stop${row.stop.number}`);
const NO_POINTS: readonly TracePoint[] = [];

/** Screen /telematics/trip: the trips of a vehicle and the stops between them (M-11, M-P07). */
export function TripScreen() {
  const { t, i18n } = useTranslation();
  const display = useDisplay();
  const { unit, dates } = display;
  const [address, setAddress] = useAddress();
  const { vehicleId, days, moments, setVehicle, setDays } = useVehicleDays(true);
  const query = useTrips(vehicleId, moments);
  const trips = useMemo(() => oldestFirst(query.data?.results ?? []), [query.data]);
  const chosen = trips.find(({ id }) => id.toString() === address.trip);
  const trace = useTrace(vehicleId, chosen === undefined ? moments : momentsOfTrip(chosen)).trace;
  const [order, setOrder] = useState<Order>('start');
  const [hasStops, setHasStops] = useState(true);
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const [position] = useState(() => new Signal<TracePoint | null>(null));
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const groups = useVehicleGroups().data ?? [];
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => api.platform.config(),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const stops = useMemo(() => withStops(trips), [trips]);
  // Between trips that are ordered by anything but time there are no stops.
  const inTime = order === 'start' || order === '-start';
  const rows = useMemo<readonly TripRow[]>(
    () => (hasStops && inTime ? stops : stops.filter(({ kind }) => kind === 'trip')),
    [stops, hasStops, inTime],
  );
  const columns = useMemo(
    () => tripColumns(query.data?.totals, display, t, i18n.language),
    [query.data, display, t, i18n.language],
  );
  const sorted = useOrdered(rows, columns, inTime ? '' : order);
  const shown = useMemo(
    () => (order === '-start' ? [...rows].reverse() : sorted),
    [order, rows, sorted],
  );
  const marks = useMemo(() => (chosen === undefined ? stopMarks(stops) : []), [chosen, stops]);

  const select = (row: TripRow) => {
    if (row.kind === 'stop') {
      const { latitudeDeg, longitudeDeg } = row.stop;
      setAddress({ trip: undefined });
      setFocus({ latitudeDeg, longitudeDeg });
      return;
    }
    const id = row.trip.id.toString();
    setAddress({ trip: id === address.trip ? undefined : id });
  };
  const describeStop = (index: number): string[] => {
    const row = stops.find((one) => one.kind === 'stop' && one.stop.number === index + 1);
    if (row?.kind !== 'stop') return [];
    const duration = formatDuration(row.stop.durationS, i18n.language);
    return [
      t('trace.stopNumber', { number: index + 1, duration }),
      formatMoment(row.stop.startMs, dates),
      row.stop.address ?? t('track.unknown'),
    ];
  };
  const registration = vehicleOf(groups, vehicleId)?.registration ?? '';
  const from = formatDay(days.from, dates.dateFormat);
  const range = days.from === days.to ? from : `${from} – ${formatDay(days.to, dates.dateFormat)}`;

  return (
    <SidebarScreen
      label={t('trips.filter')}
      summary={`${registration} · ${range}`}
      sidebar={
        <>
          <DayPicker value={days} onChange={setDays} />
          <DateRangePicker value={days} onChange={setDays} />
          <VehicleTree
            selectedId={vehicleId}
            onSelect={(vehicle) => setVehicle(vehicle?.id ?? null)}
          />
        </>
      }
      foot={
        <button
          type="button"
          className="button primary"
          disabled={vehicleId === null || query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('trace.search')}
        </button>
      }
    >
      <PageTitle title={t('destination.trips')} isHidden />
      <div className="trips">
        <div className="trace-stage">
          {config.data !== undefined && (
            <TraceMap
              styleUrl={config.data.map.style_url}
              unit={unit}
              points={trace?.points ?? NO_POINTS}
              marks={marks}
              position={position}
              hover={hover}
              focus={focus}
              describe={({ speedKmh, timeMs }) => [
                formatSpeed(speedKmh, unit),
                formatMoment(timeMs, dates),
              ]}
              describeMark={({ index }) => describeStop(index)}
              onPick={() => undefined}
              onMark={() => undefined}
            />
          )}
          {(trace?.points.length ?? 0) > 0 && <SpeedLegend unit={unit} />}
        </div>
        <div className="trips-tools">
          <p className="trace-who">
            <strong>{registration}</strong>
            <span>{range}</span>
          </p>
          <label className="player-skip">
            <input
              type="checkbox"
              checked={hasStops}
              onChange={(event) => setHasStops(event.currentTarget.checked)}
            />
            <span>{t('trips.showStops')}</span>
          </label>
          {chosen !== undefined && (
            <button
              type="button"
              className="button"
              onClick={() => setAddress({ trip: undefined })}
            >
              {t('trips.showAll')}
            </button>
          )}
          {vehicleId !== null && moments !== null && (
            <DownloadMenu
              kind="trips"
              query={{ vehicle: vehicleId, ...moments }}
              isDisabled={trips.length === 0}
            />
          )}
        </div>
        <DataTable
          label={t('destination.trips')}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          state={query}
          empty={{ title: t('trips.none'), text: t('trips.noneHint') }}
          order={order}
          selected={chosen?.id ?? null}
          onOrder={setOrder}
          onSelect={select}
        />
      </div>
    </SidebarScreen>
  );
}
