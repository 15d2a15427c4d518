import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  driverCell,
  momentCell,
  tableOf,
} from '../../../../platform/tables/index.ts';

type FleetEvent = AnswerOf<typeof contract.events.list>['results'][number];

/**
 * Table of events (area E).
 *
 * @param nameOf returns the name of an event's type in the reader's language
 */
export function eventTable(
  events: readonly FleetEvent[],
  nameOf: (event: FleetEvent['event']) => string,
) {
  const columns: readonly ColumnOf<FleetEvent>[] = [
    { name: 'report.column.time', type: 'moment', value: (event) => momentCell(event.timestamp) },
    { name: 'report.column.vehicle', type: 'text', value: (event) => event.vehicle.registration },
    { name: 'report.column.event', type: 'text', value: ({ event }) => nameOf(event) },
    { name: 'report.column.ended', type: 'moment', value: (event) => momentCell(event.ended_at) },
    { name: 'report.column.driver', type: 'text', value: (event) => driverCell(event.driver) },
    { name: 'report.column.place', type: 'place', value: (event) => event.address },
    { name: 'report.column.latitude', type: 'degrees', value: (event) => event.lat },
    { name: 'report.column.longitude', type: 'degrees', value: (event) => event.long },
    { name: 'report.column.speed', type: 'speed', value: (event) => event.speed },
    { name: 'report.column.geofence', type: 'text', value: (e) => e.geofence?.name ?? null },
    { name: 'report.column.value', type: 'measure', value: (event) => event.value },
  ];
  return tableOf(events, columns);
}
