import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { useVehicleGroups, vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import type { MapFocus } from '../../ui/map/trace-map.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ReportMenu } from '../reports/report-menu.tsx';
import { useTrace } from '../trace/use-trace.ts';
import { useVehicleDays } from '../trace/use-vehicle-days.ts';
import { RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import { FleetTripScreen, type StopsProps } from './trips-fleet.screen.tsx';
import { TripsLayout } from './trips-layout.tsx';
import { TripsSwitch } from './trips-switch.tsx';
import { useSeveral } from './use-several.ts';
import { useTripTable } from './use-trip-table.ts';
import {
  momentsOfTrip,
  oldestFirst,
  type TripRow,
  useTrips,
  withPrivate,
  withStops,
} from './use-trips.ts';

function keyOf(row: TripRow): number | string {
  if (row.kind === 'private') return `private${row.travel.start_time}`;
  return row.kind === 'trip' ? row.trip.id : `stop${row.stop.number}`;
}

/** Screen /telematics/trip: the trips of one vehicle, or of several (M-11, M-P07). */
export function TripScreen() {
  const [{ vehicles }] = useAddress();
  const [hasStops, setHasStops] = useState(true);
  const Screen = vehicles === undefined ? VehicleTripScreen : FleetTripScreen;
  return <Screen hasStops={hasStops} setHasStops={setHasStops} />;
}

/** The trips of a vehicle and the stops between them. */
function VehicleTripScreen({ hasStops, setHasStops }: StopsProps) {
  const { t } = useTranslation();
  const display = useDisplay();
  const [address, setAddress] = useAddress();
  const { vehicleId, days, moments, setVehicle, setDays } = useVehicleDays(true);
  const several = useSeveral(days);
  const query = useTrips(vehicleId, moments);
  const trips = useMemo(() => oldestFirst(query.data?.results ?? []), [query.data]);
  const chosen = trips.find(({ id }) => id.toString() === address.trip);
  const trace = useTrace(vehicleId, chosen === undefined ? moments : momentsOfTrip(chosen)).trace;
  const travels = query.data?.private_use;
  const all = useMemo(() => withPrivate(withStops(trips), travels ?? []), [trips, travels]);
  const table = useTripTable(all, query.data?.totals, display, hasStops);
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const scope = useVehicleGroups();
  const groups = scope.data ?? [];
  // Without a vehicle nothing is asked for: the list of vehicles says how it stands.
  const state = vehicleId === null ? scope : query;
  const select = (row: TripRow) => {
    if (row.kind === 'stop') {
      const { latitudeDeg, longitudeDeg } = row.stop;
      setAddress({ trip: undefined });
      setFocus({ latitudeDeg, longitudeDeg });
      return;
    }
    if (row.kind === 'private') return;
    const id = row.trip.id.toString();
    setAddress({ trip: id === address.trip ? undefined : id });
  };
  const registration = vehicleOf(groups, vehicleId)?.registration ?? '';

  return (
    <TripsLayout
      title={registration}
      days={days}
      setDays={setDays}
      display={display}
      sidebar={
        <>
          <TripsSwitch
            label={t('trips.several')}
            isOn={false}
            onChange={() => several.choose(vehicleId === null ? [] : [vehicleId], vehicleId)}
          />
          <VehicleTree
            selectedId={vehicleId}
            onSelect={(vehicle) => setVehicle(vehicle?.id ?? null)}
          />
        </>
      }
      foot={
        <Button
          kind="primary"
          disabled={vehicleId === null || query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('trace.search')}
        </Button>
      }
      map={{ points: trace?.points, rows: all, hasStops: chosen === undefined, focus }}
      tools={
        <>
          <TripsSwitch label={t('trips.showStops')} isOn={hasStops} onChange={setHasStops} />
          {chosen !== undefined && (
            <Button onClick={() => setAddress({ trip: undefined })}>{t('trips.showAll')}</Button>
          )}
          {vehicleId !== null && (
            <RequestVideoButton
              vehicle={{ id: vehicleId, registration }}
              startMs={() => (chosen === undefined ? undefined : Date.parse(chosen.start_time))}
            />
          )}
          {vehicleId !== null && moments !== null && (
            <ReportMenu
              kind="trips"
              query={{ vehicle: vehicleId, ...moments, stops: String(hasStops) }}
              isDisabled={all.length === 0}
            />
          )}
        </>
      }
      table={{
        columns: table.columns,
        rows: table.rows,
        keyOf,
        state,
        empty:
          vehicleId === null
            ? { title: t('trips.noVehicles'), text: t('trips.noVehiclesHint') }
            : { title: t('trips.none'), text: t('trips.noneHint') },
        order: table.order,
        selected: chosen?.id ?? null,
        onOrder: table.setOrder,
        onSelect: select,
      }}
    />
  );
}
