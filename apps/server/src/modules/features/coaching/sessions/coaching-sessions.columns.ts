import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { SessionRow } from './coaching-sessions.repository.ts';

const dayCell = (day: string | null) => (day === null ? null : Date.parse(day));

/** The columns of the list of sessions as a file. */
export const sessionColumns = (word: (key: TextKey) => string): readonly ColumnOf<SessionRow>[] => [
  {
    name: 'report.column.driver',
    type: 'text',
    value: ({ first_name, surname }) => `${first_name} ${surname}`,
  },
  { name: 'report.column.coach', type: 'text', value: ({ coach_name }) => coach_name },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`coaching.state.${state}`),
  },
  { name: 'report.column.planned', type: 'date', value: ({ planned_on }) => dayCell(planned_on) },
  { name: 'report.column.held', type: 'moment', value: ({ held_ms }) => held_ms },
  {
    name: 'report.column.followUp',
    type: 'date',
    value: ({ follow_up_on }) => dayCell(follow_up_on),
  },
  { name: 'report.column.events', type: 'count', value: ({ events }) => events },
  {
    name: 'report.column.agreedActions',
    type: 'text',
    value: ({ actions }) => actions.map(({ text }) => text).join('; '),
  },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
  {
    name: 'report.column.driverComment',
    type: 'text',
    value: ({ driver_comment }) => driver_comment,
  },
  { name: 'report.column.signed_by', type: 'text', value: ({ signed_by }) => signed_by },
];
