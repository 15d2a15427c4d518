import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  momentCell,
  type Table,
  tableOf,
} from '../../../../platform/tables/index.ts';

type Day = AnswerOf<typeof contract.timesheets.vehicleTimesheet>['results'][number];
/** A day of a subject: a registration or a driver's name. */
export type SubjectDay = Day & { readonly subject: string };

const dateCell = (day: Day) => Date.parse(`${day.date}T00:00:00Z`);

/**
 * Table of days of vehicles or drivers, as on the screen (requirement M-P09).
 *
 * @param inProgress text instead of the last stop while the last trip is in progress
 */
export function timesheetTable(
  days: readonly SubjectDay[],
  subject: 'vehicle' | 'driver',
  inProgress: string,
): Table {
  const columns: readonly ColumnOf<SubjectDay>[] = [
    { name: `report.column.${subject}`, type: 'text', value: (day) => day.subject },
    { name: 'report.column.date', type: 'date', value: dateCell },
    { name: 'report.column.week', type: 'count', value: (day) => day.week },
    { name: 'report.column.firstStart', type: 'time', value: (d) => momentCell(d.first_start) },
    {
      name: 'report.column.lastStop',
      type: 'time',
      value: (day) => (day.in_progress ? inProgress : momentCell(day.last_stop)),
    },
    {
      name: 'report.column.drivingTime',
      type: 'duration',
      value: (day) => day.driving_time,
      isSummed: true,
    },
    {
      name: 'report.column.idleTime',
      type: 'duration',
      value: (day) => day.idle_time,
      isSummed: true,
    },
    {
      name: 'report.column.stoppedTime',
      type: 'duration',
      value: (day) => day.stopped_time,
      isSummed: true,
    },
    { name: 'report.column.breaks', type: 'count', value: (d) => d.breaks.length, isSummed: true },
    { name: 'report.column.distance', type: 'distance', value: (d) => d.distance, isSummed: true },
    { name: 'report.column.trips', type: 'count', value: (day) => day.trips, isSummed: true },
  ];
  return tableOf(days, columns);
}
