import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { ServiceRow } from './service-plans-vehicles.repository.ts';

/** What is left until a value; null without either. */
export const leftUntil = (due: number | null, now: number | null): number | null =>
  due === null || now === null ? null : due - now;

/** The columns of the list of next services as a file. */
export const serviceColumns = (word: (key: TextKey) => string): readonly ColumnOf<ServiceRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.service', type: 'text', value: ({ type_name }) => type_name },
  { name: 'report.column.servicePlan', type: 'text', value: ({ plan_name }) => plan_name },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => (state === null ? '' : word(`servicePlans.state.${state}`)),
  },
  {
    name: 'report.column.dueDate',
    type: 'date',
    value: ({ next_on }) => (next_on === null ? null : Date.parse(next_on)),
  },
  {
    name: 'report.column.dueBy',
    type: 'text',
    value: ({ cause }) => (cause === null ? '' : word(`servicePlans.cause.${cause}`)),
  },
  {
    name: 'report.column.remainingDistance',
    type: 'distance',
    value: ({ due_odometer_m, odometer_m }) => leftUntil(due_odometer_m, odometer_m),
  },
  {
    name: 'report.column.remainingEngine',
    type: 'measure',
    value: ({ due_engine_s, engine_s }) => {
      const seconds = leftUntil(due_engine_s, engine_s);
      return seconds === null ? null : seconds / 3600;
    },
  },
  { name: 'report.column.odometer', type: 'distance', value: ({ odometer_m }) => odometer_m },
  {
    name: 'report.column.lastService',
    type: 'date',
    value: ({ last_at }) => last_at?.getTime() ?? null,
  },
];
