import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { AssignmentRow } from './driver-assignments.repository.ts';

/** The columns of the list as a file. */
export const ASSIGNMENT_COLUMNS: readonly ColumnOf<AssignmentRow>[] = [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) => `${first_name} ${surname}`,
  },
  {
    name: 'report.column.assignedFrom',
    type: 'moment',
    value: ({ starts_at }) => starts_at?.getTime() ?? null,
  },
  {
    name: 'report.column.assignedUntil',
    type: 'moment',
    value: ({ ends_at }) => ends_at?.getTime() ?? null,
  },
  { name: 'report.column.handovers', type: 'count', value: ({ handovers }) => handovers },
  { name: 'report.column.unsignedHandovers', type: 'count', value: ({ unsigned }) => unsigned },
  {
    name: 'report.column.odometerFindings',
    type: 'count',
    value: ({ odometer_findings }) => odometer_findings,
  },
];
