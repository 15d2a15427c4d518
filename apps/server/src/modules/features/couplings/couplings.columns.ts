import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { CouplingRow } from './couplings.repository.ts';

/** The columns of the list as a file. */
export const couplingColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<CouplingRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.trailer', type: 'text', value: ({ trailer }) => trailer },
  { name: 'report.column.position', type: 'count', value: ({ position }) => position },
  {
    name: 'report.column.coupledAt',
    type: 'moment',
    value: ({ coupled_at }) => coupled_at.getTime(),
  },
  {
    name: 'report.column.uncoupledAt',
    type: 'moment',
    value: ({ uncoupled_at }) => uncoupled_at?.getTime() ?? null,
  },
  {
    name: 'report.column.source',
    type: 'text',
    value: ({ source }) => word(`couplings.source.${source}`),
  },
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) =>
      surname === null ? null : `${first_name ?? ''} ${surname}`.trim(),
  },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
