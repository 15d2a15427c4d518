import { MAX_TRIP_VEHICLES } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import type { MapFocus } from '../../ui/map/trace-map.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ReportMenu } from '../reports/report-menu.tsx';
import { type MomentRange, useTrace } from '../trace/use-trace.ts';
import { useVehicleDays } from '../trace/use-vehicle-days.ts';
import { FleetProgress } from './fleet-progress.tsx';
import { type FleetRow, fleetKeyOf } from './fleet-rows.ts';
import styles from './trips.module.css';
import { TripsLayout } from './trips-layout.tsx';
import { TripsSwitch } from './trips-switch.tsx';
import { useFleetTable } from './use-fleet-table.tsx';
import { isRead, isUnseen, useFleetTrips } from './use-fleet-trips.ts';
import { useSeveral } from './use-several.ts';
import { momentsOfTrip, oldestFirst, withPrivate, withStops } from './use-trips.ts';

const NO_IDS: readonly number[] = [];

/** Whether the table and its download have stops. */
export interface StopsProps {
  readonly hasStops: boolean;
  readonly setHasStops: (hasStops: boolean) => void;
}

/** Vehicles that are ticked and not yet shown; those of the address until a box is changed. */
function useTicked(ids: readonly number[]) {
  const [changed, setChanged] = useState<{
    readonly of: readonly number[];
    readonly ids: ReadonlySet<number>;
  } | null>(null);
  const ticked = useMemo(() => (changed?.of === ids ? changed.ids : new Set(ids)), [changed, ids]);
  const setTicked = (next: ReadonlySet<number>) => setChanged({ of: ids, ids: next });
  return [ticked, setTicked] as const;
}

/** The trips of the vehicle on the map, or the selected one of them. */
function useTripsOnMap(
  vehicleId: number | null,
  lines: ReturnType<typeof useFleetTrips>['lines'],
  moments: MomentRange | null,
  tripId: string | undefined,
) {
  const shown = lines.get(vehicleId ?? 0);
  const trips = useMemo(() => (isRead(shown) ? oldestFirst(shown.results) : []), [shown]);
  const rows = useMemo(
    () => withPrivate(withStops(trips), isRead(shown) ? shown.private_use : []),
    [shown, trips],
  );
  const chosen = trips.find(({ id }) => id.toString() === tripId);
  const trace = useTrace(vehicleId, chosen === undefined ? moments : momentsOfTrip(chosen));
  return { shown, rows, chosen, trace };
}

/** Shows the ticked vehicles, unless there are too many. */
function ShowButton({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useTranslation();
  const isTooMany = count > MAX_TRIP_VEHICLES;
  return (
    <>
      {isTooMany && (
        <p className={styles.tripsTooMany} role="alert">
          {t('trips.tooMany', { count: MAX_TRIP_VEHICLES })}
        </p>
      )}
      <Button kind="primary" disabled={count === 0 || isTooMany} onClick={onShow}>
        {t('trips.show', { count: count })}
      </Button>
    </>
  );
}

/** The switch for stops, how many vehicles are loaded, and the reports. */
function FleetTools({
  ids,
  trips,
  moments,
  hasStops,
  setHasStops,
}: StopsProps & {
  readonly ids: readonly number[];
  readonly trips: ReturnType<typeof useFleetTrips>;
  readonly moments: MomentRange | null;
}) {
  const { t } = useTranslation();
  const loaded = [...trips.lines.values()].filter(isRead).map(({ vehicle }) => vehicle.id);
  return (
    <>
      <TripsSwitch label={t('trips.showStops')} isOn={hasStops} onChange={setHasStops} />
      {ids.length > 0 && <FleetProgress trips={trips} count={ids.length} />}
      {moments !== null && (
        <ReportMenu
          kind="trips"
          query={{ vehicles: loaded, ...moments, stops: String(hasStops) }}
          // A schedule also has the vehicles that could not be loaded this time.
          scheduled={{
            vehicles: ids.filter((id) => !isUnseen(trips.lines.get(id))),
            ...moments,
            stops: String(hasStops),
          }}
          isDisabled={loaded.length === 0}
        />
      )}
    </>
  );
}

/** Screen /telematics/trip with several vehicles: their trips in one table, as they arrive (M-P07). */
export function FleetTripScreen({ hasStops, setHasStops }: StopsProps) {
  const { t } = useTranslation();
  const display = useDisplay();
  const [address, setAddress] = useAddress();
  const { vehicleId, days, moments, setDays } = useVehicleDays(true);
  const several = useSeveral(days);
  const ids = several.ids ?? NO_IDS;
  const [ticked, setTicked] = useTicked(ids);
  const trips = useFleetTrips(ids, moments);
  const table = useFleetTable(trips.lines, display, hasStops);
  // The map shows one vehicle: the one whose row was selected last.
  const shownId = vehicleId !== null && ids.includes(vehicleId) ? vehicleId : (ids[0] ?? null);
  const {
    shown,
    rows: mapRows,
    chosen,
    trace: onMap,
  } = useTripsOnMap(shownId, trips.lines, moments, address.trip);
  const [stop, setStop] = useState<MapFocus | null>(null);
  const select = (row: FleetRow) => {
    const id = row.kind === 'vehicle' ? row.line.vehicle.id : row.vehicle.id;
    const trip = row.kind === 'of' && row.row.kind === 'trip' ? `${row.row.trip.id}` : undefined;
    setAddress({ vehicleId: `${id}`, trip: trip === address.trip ? undefined : trip });
    setStop(row.kind === 'of' && row.row.kind === 'stop' ? { ...row.row.stop } : null);
  };
  const title = t('trips.vehicles', { count: ids.length });
  const isSame = ticked.size === ids.length && ids.every((id) => ticked.has(id));
  const registration = shown?.vehicle.registration ?? '';

  return (
    <TripsLayout
      title={title}
      days={days}
      setDays={setDays}
      display={display}
      sidebar={
        <>
          <TripsSwitch
            label={t('trips.several')}
            isOn
            onChange={() => several.choose(null, shownId ?? vehicleId)}
          />
          <VehicleTree
            selectedId={shownId ?? vehicleId}
            choice={{ ids: ticked, onChange: setTicked }}
          />
        </>
      }
      foot={
        <ShowButton
          count={ticked.size}
          onShow={() => (isSame ? trips.reload() : several.choose([...ticked], shownId))}
        />
      }
      map={{
        points: onMap.trace?.points,
        rows: mapRows,
        hasStops: chosen === undefined,
        // The map moves to the whole trail once it is loaded, and after that to the stop.
        focus: onMap.trace === null || onMap.isPlaceholderData ? null : stop,
      }}
      subtitle={registration !== '' && <span>{t('trips.onMap', { registration })}</span>}
      tools={
        <FleetTools
          ids={ids}
          trips={trips}
          moments={moments}
          hasStops={hasStops}
          setHasStops={setHasStops}
        />
      }
      table={{
        columns: table.columns,
        rows: table.rows,
        keyOf: fleetKeyOf,
        state: {
          isPending: trips.isRunning && trips.lines.size === 0,
          error: trips.error,
          refetch: trips.reload,
          isPlaceholderData: trips.isRunning,
        },
        empty:
          ids.length === 0
            ? { title: t('trips.noneChosen'), text: t('trips.noneChosenHint') }
            : { title: t('trips.none'), text: t('trips.stoppedHint') },
        order: table.order,
        selected: chosen === undefined ? `vehicle${shownId}` : `trip${chosen.id}`,
        onOrder: table.setOrder,
        onSelect: select,
      }}
    />
  );
}
