import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';

export type DueRow = AnswerOf<typeof contract.brakeTests.list>['results'][number];

const textsOf = (params: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** Columns of the exported list, in the order of the screen. */
export const dueColumns = (display: Display): readonly ColumnOf<DueRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: (row) => row.registration },
  { name: 'report.column.depot', type: 'text', value: (row) => row.depot?.name ?? null },
  {
    name: 'report.column.state',
    type: 'text',
    value: (row) => wordsOf(display, `brakes.state.${row.state}`),
  },
  {
    name: 'report.column.nextDue',
    type: 'date',
    value: (row) => (row.due_on === null ? null : Date.parse(row.due_on)),
  },
  {
    name: 'report.column.lastTest',
    type: 'moment',
    value: (row) => momentCell(row.last_tested_at),
  },
  { name: 'report.column.testsCounted', type: 'count', value: (row) => row.counted },
  { name: 'report.column.testsRequired', type: 'count', value: (row) => row.required },
  {
    name: 'report.column.regime',
    type: 'text',
    value: (row) => wordsOf(display, `brakes.regime.${row.regime}`),
  },
  {
    name: 'report.column.reason',
    type: 'text',
    value: (row) =>
      row.statements
        .map(
          ({ code, params, reference }) =>
            `${wordsOf(display, `brakes.statement.${code}`, textsOf(params))} (${reference})`,
        )
        .join(' '),
  },
];
