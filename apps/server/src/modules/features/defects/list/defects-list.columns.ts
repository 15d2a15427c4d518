import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';

export type DefectRow = AnswerOf<typeof contract.defects.list>['results'][number];

/** Columns of the exported list, in the order of the screen. */
export const defectColumns = (display: Display): readonly ColumnOf<DefectRow>[] => [
  { name: 'report.column.recordId', type: 'text', value: (d) => d.reference_number },
  { name: 'report.column.vehicle', type: 'text', value: (d) => d.vehicle.registration },
  { name: 'report.column.depot', type: 'text', value: (d) => d.depot?.name ?? null },
  { name: 'report.column.reportedAt', type: 'moment', value: (d) => momentCell(d.reported_at) },
  { name: 'report.column.reportedBy', type: 'text', value: (d) => d.reported_by },
  {
    name: 'report.column.severity',
    type: 'text',
    value: (d) => wordsOf(display, `records.severity.${d.severity}`),
  },
  { name: 'report.column.description', type: 'text', value: (d) => d.finding },
  {
    name: 'report.column.state',
    type: 'text',
    value: (d) => wordsOf(display, `records.state.${d.state}`),
  },
  { name: 'report.column.repairer', type: 'text', value: (d) => d.repairer },
  { name: 'report.column.expectedBack', type: 'date', value: (d) => momentCell(d.expected_back) },
  { name: 'report.column.due', type: 'moment', value: (d) => momentCell(d.due_at) },
  { name: 'report.column.signedOff', type: 'moment', value: (d) => momentCell(d.signed_off_at) },
  { name: 'report.column.cost', type: 'money', value: (d) => d.cost, isSummed: true },
];
