import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import {
  type ColumnOf,
  driverCell,
  momentCell,
  tableOf,
} from '../../../../platform/tables/index.ts';

type Trip = AnswerOf<typeof contract.trips.list>['results'][number];
type PrivateTravel = AnswerOf<typeof contract.trips.list>['private_use'][number];

/** Texts of the report in the reader's language. */
interface TripWords {
  readonly trip: string;
  readonly stop: string;
  readonly privateUse: string;
  /** Instead of the end time while a trip is in progress. */
  readonly inProgress: string;
}

/**
 * A line of the report: a trip, the stop after it, or a period of private use of which only the
 * distance is known.
 */
type TripLine = Pick<Trip, 'start_time' | 'end_time' | 'in_progress'> &
  Pick<Trip, 'start_address' | 'end_address' | 'stop_after' | 'driver'> & {
    readonly type: string;
    readonly registration: string;
    readonly distance: number | null;
    readonly driving_time: number | null;
    readonly idle_time: number | null;
    readonly max_speed: number | null;
    readonly private_distance: number | null;
  };

const NO_MEASURES = {
  in_progress: false,
  distance: null,
  driving_time: null,
  idle_time: null,
  stop_after: null,
  max_speed: null,
  driver: null,
  private_distance: null,
} as const;

/** The stop after a trip, at its end; none while its length is not known. */
function stopAfter(trip: Trip): Pick<TripLine, 'start_time' | 'end_time' | 'stop_after'>[] {
  const { end_time: start, stop_after: lengthS } = trip;
  if (lengthS === null) return [];
  const end = toApiDateTime(Date.parse(start) + lengthS * 1000);
  return [{ start_time: start, end_time: end, stop_after: lengthS }];
}

/** Trips, stops and private use of a vehicle in chronological order (docs/privacy.md). */
export function tripLines(
  {
    registration,
    trips,
    travels,
    hasStops,
  }: {
    readonly registration: string;
    readonly trips: readonly Trip[];
    readonly travels: readonly PrivateTravel[];
    readonly hasStops: boolean;
  },
  words: TripWords,
): TripLine[] {
  const lines = [
    ...trips.flatMap((trip): TripLine[] => [
      { ...trip, type: words.trip, registration, private_distance: null },
      ...(hasStops ? stopAfter(trip) : []).map((stop) => ({
        ...NO_MEASURES,
        ...stop,
        type: words.stop,
        registration,
        start_address: trip.end_address,
        end_address: trip.end_address,
      })),
    ]),
    ...travels.map(
      ({ start_time, end_time, distance }): TripLine => ({
        ...NO_MEASURES,
        type: words.privateUse,
        registration,
        start_time,
        end_time,
        start_address: words.privateUse,
        end_address: words.privateUse,
        private_distance: distance,
      }),
    ),
  ];
  return lines.sort((a, b) => a.start_time.localeCompare(b.start_time));
}

/**
 * Table of trips, as on the screen (requirement M-P07).
 *
 * @param hasStops adds a column that tells trips from stops
 */
export function tripTable(trips: readonly TripLine[], words: TripWords, hasStops: boolean) {
  const ofType: ColumnOf<TripLine> = {
    name: 'report.column.type',
    type: 'text',
    value: (trip) => trip.type,
  };
  const columns: readonly ColumnOf<TripLine>[] = [
    { name: 'report.column.vehicle', type: 'text', value: (trip) => trip.registration },
    ...(hasStops ? [ofType] : []),
    { name: 'report.column.startTime', type: 'moment', value: (t) => momentCell(t.start_time) },
    { name: 'report.column.startAddress', type: 'place', value: (trip) => trip.start_address },
    {
      name: 'report.column.endTime',
      type: 'moment',
      value: (trip) => (trip.in_progress ? words.inProgress : momentCell(trip.end_time)),
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
