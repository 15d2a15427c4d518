import type { AnswerOf, contract } from '@roadworthy/contract';
import { type ColumnOf, driverCell, momentCell, type Table, tableOf } from '../table.ts';

type Trip = AnswerOf<typeof contract.trips.list>['results'][number];
/** A trip, and whose. */
export type VehicleTrip = Trip & { readonly registration: string };

/**
 * Trips as the screen shows them (requirement M-P07).
 *
 * @param inProgress what stands for the end of a trip that goes on
 */
export function tripTable(trips: readonly VehicleTrip[], inProgress: string): Table {
  const columns: readonly ColumnOf<VehicleTrip>[] = [
    { name: 'report.column.vehicle', type: 'text', value: (trip) => trip.registration },
    { name: 'report.column.startTime', type: 'moment', value: (t) => momentCell(t.start_time) },
    { name: 'report.column.startAddress', type: 'text', value: (trip) => trip.start_address },
    {
      name: 'report.column.endTime',
      type: 'moment',
      value: (trip) => (trip.in_progress ? inProgress : momentCell(trip.end_time)),
    },
    { name: 'report.column.endAddress', type: 'text', value: (trip) => trip.end_address },
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
  return tableOf(trips, columns);
}
