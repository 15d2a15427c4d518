import type { AnswerOf, contract } from '@roadworthy/contract';
import { EXPOSURE_CLASSES } from '@roadworthy/domain';
import type { ColumnOf } from '../../../../platform/tables/index.ts';

export type FairScoreRow = AnswerOf<typeof contract.fairScores.list>['results'][number];

/** The columns of the fair scores as a file. */
export const scoreColumns = (): readonly ColumnOf<FairScoreRow>[] => [
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ driver }) => `${driver.first_name} ${driver.surname}`,
  },
  { name: 'report.column.fairScore', type: 'count', value: ({ score }) => score },
  { name: 'report.column.events', type: 'count', value: ({ events }) => events },
  { name: 'report.column.expectedEvents', type: 'measure', value: ({ expected }) => expected },
  { name: 'report.column.scoreRatio', type: 'measure', value: ({ ratio }) => ratio },
  { name: 'report.column.distance', type: 'distance', value: ({ distance }) => distance },
  ...EXPOSURE_CLASSES.map(
    (name): ColumnOf<FairScoreRow> => ({
      name: `report.column.exposure.${name}`,
      type: 'distance',
      value: ({ exposure }) => exposure[name].distance,
    }),
  ),
  ...EXPOSURE_CLASSES.map(
    (name): ColumnOf<FairScoreRow> => ({
      name: `report.column.hours.${name}`,
      type: 'duration',
      value: ({ exposure }) => exposure[name].driving_time,
    }),
  ),
];
