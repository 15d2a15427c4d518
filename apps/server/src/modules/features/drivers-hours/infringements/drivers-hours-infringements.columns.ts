import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { InfringementRow } from './drivers-hours-infringements.repository.ts';

/** The columns of the list as a file. */
export const infringementColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<InfringementRow>[] => [
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) => `${first_name} ${surname}`,
  },
  {
    name: 'report.column.rule',
    type: 'text',
    value: ({ rule }) => word(`hours.rule.${rule}`),
  },
  { name: 'report.column.paragraph', type: 'text', value: ({ paragraph }) => paragraph },
  { name: 'report.column.severity', type: 'text', value: ({ severity }) => severity },
  { name: 'report.column.start', type: 'moment', value: ({ start_ms }) => start_ms },
  { name: 'report.column.end', type: 'moment', value: ({ end_ms }) => end_ms },
  { name: 'report.column.actual', type: 'duration', value: ({ actual_s }) => actual_s },
  { name: 'report.column.limit', type: 'duration', value: ({ limit_s }) => limit_s },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`hours.state.${state}`),
  },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
  { name: 'report.column.signed_by', type: 'text', value: ({ signed_by }) => signed_by },
];
