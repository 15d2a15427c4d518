import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  driverCell,
  momentCell,
  tableOf,
} from '../../../../platform/tables/index.ts';

type Visit = AnswerOf<typeof contract.geofences.visits>['results'][number];

/**
 * Table of visits to geofences (M-17).
 *
 * @param inside text instead of the end time while a visit is in progress
 */
export function visitTable(visits: readonly Visit[], inside: string) {
  const columns: readonly ColumnOf<Visit>[] = [
    { name: 'report.column.geofence', type: 'text', value: (visit) => visit.geofence.name },
    { name: 'report.column.vehicle', type: 'text', value: (visit) => visit.vehicle.registration },
    { name: 'report.column.driver', type: 'text', value: (visit) => driverCell(visit.driver) },
    { name: 'report.column.entered', type: 'moment', value: (v) => momentCell(v.entered_at) },
    {
      name: 'report.column.left',
      type: 'moment',
      value: (visit) => momentCell(visit.left_at) ?? inside,
    },
    {
      name: 'report.column.dwell',
      type: 'duration',
      value: (visit) => visit.dwell_time,
      isSummed: true,
    },
    { name: 'report.column.maxSpeed', type: 'speed', value: (visit) => visit.max_speed },
  ];
  return tableOf(visits, columns);
}
