import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { ShiftRow } from './driver-planning-shifts.repository.ts';

/** The columns of the list as a file. */
export const shiftColumns = (word: (key: TextKey) => string): readonly ColumnOf<ShiftRow>[] => [
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) => `${first_name} ${surname}`,
  },
  { name: 'report.column.start', type: 'moment', value: ({ starts_at }) => starts_at.getTime() },
  { name: 'report.column.end', type: 'moment', value: ({ ends_at }) => ends_at.getTime() },
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.trailer', type: 'text', value: ({ trailer }) => trailer },
  { name: 'report.column.depot', type: 'text', value: ({ depot }) => depot },
  {
    name: 'report.column.plannedDriving',
    type: 'duration',
    value: ({ driving_s }) => driving_s,
  },
  {
    name: 'report.column.findings',
    type: 'text',
    value: ({ level }) => word(`driverPlanning.level.${level}`),
  },
  {
    name: 'report.column.acknowledgedAt',
    type: 'moment',
    value: ({ acknowledged_at }) => acknowledged_at?.getTime() ?? null,
  },
  { name: 'report.column.reason', type: 'text', value: ({ reason }) => reason },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
