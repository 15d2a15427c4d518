import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  driverCell,
  momentCell,
  type Table,
  tableOf,
} from '../../../../platform/tables/index.ts';

type Trip = AnswerOf<typeof contract.trips.list>['results'][number];
/** A trip with the registration of its vehicle. */
export type VehicleTrip = Trip & { readonly registration: string };
type PrivateTravel = AnswerOf<typeof contract.trips.list>['private_use'][number];

/** A line of the report: a trip, or a period of private use of which only the distance is known. */
type TripLine = Pick<VehicleTrip, 'registration' | 'start_time' | 'end_time' | 'in_progress'> &
  Pick<VehicleTrip, 'start_address' | 'end_address' | 'stop_after' | 'driver'> & {
    readonly distance: number | null;
    readonly driving_time: number | null;
    readonly idle_time: number | null;
    readonly max_speed: number | null;
    readonly private_distance: number | null;
  };

/** Trips and private use of a vehicle in chronological order (docs/privacy.md). */
export function tripLines(
  trips: readonly VehicleTrip[],
  travels: readonly PrivateTravel[],
  registration: string,
  privateUse: string,
): TripLine[] {
  const lines = [
    ...trips.map((trip): TripLine => ({ ...trip, private_distance: null })),
    ...travels.map(
      ({ start_time, end_time, distance }): TripLine => ({
        registration,
        start_time,
        end_time,
        in_progress: false,
        start_address: privateUse,
        end_address: privateUse,
        distance: null,
        driving_time: null,
        idle_time: null,
        stop_after: null,
        max_speed: null,
        driver: null,
        private_distance: distance,
      }),
    ),
  ];
  return lines.sort((a, b) => a.start_time.localeCompare(b.start_time));
}

/**
 * Table of trips, as on the screen (requirement M-P07).
 *
 * @param inProgress text instead of the end time while a trip is in progress
 */
export function tripTable(trips: readonly TripLine[], inProgress: string): Table {
  const columns: readonly ColumnOf<TripLine>[] = [
    { name: 'report.column.vehicle', type: 'text', value: (trip) => trip.registration },
    { name: 'report.column.startTime', type: 'moment', value: (t) => momentCell(t.start_time) },
    { name: 'report.column.startAddress', type: 'place', value: (trip) => trip.start_address },
    {
      name: 'report.column.endTime',
      type: 'moment',
      value: (trip) => (trip.in_progress ? inProgress : momentCell(trip.end_time)),
    },
    { name: 'report.column.endAddress', type: 'place', value: (trip) => trip.end_address },
    {
      name: 'report.column.distance',
      type: 'distance',
      value: (trip) => trip.distance,
      isSummed: true,
    },
    {
      name: 'report.column.drivingTime',
      type: 'duration',
      value: (trip) => trip.driving_time,
      isSummed: true,
    },
    {
      name: 'report.column.idleTime',
      type: 'duration',
      value: (trip) => trip.idle_time,
      isSummed: true,
    },
    { name: 'report.column.stopAfter', type: 'duration', value: (trip) => trip.stop_after },
    { name: 'report.column.maxSpeed', type: 'speed', value: (trip) => trip.max_speed },
    { name: 'report.column.driver', type: 'text', value: (trip) => driverCell(trip.driver) },
  ];
  if (trips.every((trip) => trip.private_distance === null)) return tableOf(trips, columns);
  const ofPrivate: ColumnOf<TripLine> = {
    name: 'report.column.privateDistance',
    type: 'distance',
    value: (trip) => trip.private_distance,
    isSummed: true,
  };
  return tableOf(trips, [...columns, ofPrivate]);
}
