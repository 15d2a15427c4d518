import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatPercent, type Measure } from '@roadworthy/domain';
import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../platform/tables/index.ts';

export type CaseRecord = AnswerOf<typeof contract.earnedRecognition.records>['results'][number];

type Depot = AnswerOf<typeof contract.earnedRecognition.figures>['depots'][number] & {
  readonly isTotal: boolean;
};

/** One row per depot: each figure in per cent, with its counts and rating. */
export const figureColumns =
  (measures: readonly Measure[]) =>
  (display: Display): readonly ColumnOf<Depot>[] => [
    {
      name: 'report.column.depot',
      type: 'text',
      value: ({ depot, isTotal }) =>
        isTotal
          ? wordsOf(display, 'records.er.total')
          : (depot?.name ?? wordsOf(display, 'records.er.noDepot')),
    },
    ...measures.map(
      (measure, n): ColumnOf<Depot> => ({
        name: `report.column.${measure}`,
        type: 'text',
        value: ({ figures }) => {
          const figure = figures[n];
          if (figure === undefined || figure.share === null) return null;
          const { share, passed, of, state } = figure;
          const text = `${formatPercent(share, display.locale)} (${passed}/${of})`;
          return state === 'triggered'
            ? `${text} ${wordsOf(display, 'records.er.triggered')}`
            : text;
        },
      }),
    ),
  ];

/** The records behind a figure, with the shortcomings of each. */
export const caseColumns = (display: Display): readonly ColumnOf<CaseRecord>[] => [
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle?.registration ?? null },
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ driver }) => (driver === null ? null : `${driver.first_name} ${driver.surname}`),
  },
  { name: 'report.column.depot', type: 'text', value: (r) => r.depot?.name ?? null },
  { name: 'report.column.reference', type: 'text', value: (r) => r.reference_number },
  { name: 'report.column.time', type: 'moment', value: (r) => momentCell(r.at) },
  {
    name: 'report.column.result',
    type: 'text',
    value: (r) => wordsOf(display, r.is_passed ? 'records.er.passed' : 'records.er.failed'),
  },
  {
    name: 'report.column.lacks',
    type: 'text',
    value: (r) => r.lacks.map((lack) => wordsOf(display, `records.er.lacks.${lack}`)).join(', '),
  },
];
