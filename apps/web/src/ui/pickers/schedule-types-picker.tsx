import { api } from '../../api/client.ts';
import { knownText } from '../known-text.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from './kind.ts';
import { MultiPicker, type MultiPickerProps } from './multi-picker.tsx';

interface ScheduleType extends PickerRow {
  readonly name: string;
  readonly category: string;
}

const collator = new Intl.Collator('en', { numeric: true });

export const SCHEDULE_TYPES: PickerKind<ScheduleType> = {
  key: 'scheduleTypes',
  columns: [
    {
      key: 'name',
      text: 'picker.name',
      cell: ({ name }) => name,
      shown: ({ name }, t) => knownText(name, t),
    },
    {
      key: 'category',
      text: 'picker.category',
      cell: ({ category }) => `(${category})`,
      shown: ({ category }, t) => `(${knownText(category, t)})`,
    },
  ],
  order: 'category',
  pageSize: 50,
  // Requested by name, shown by category and name (OP-030).
  first: {
    order: 'name',
    compare: (a, b) => collator.compare(a.category, b.category) || collator.compare(a.name, b.name),
  },
  hasEmptyHint: true,
  nameOf: ({ name }) => name,
  load: (question, { signal }) =>
    api.schedules.scheduleTypes({ query: pagedQueryOf(question), signal, quiet: true }),
};

/** Selects schedule types (requirements P-036 to P-044). */
export function ScheduleTypesPicker(props: MultiPickerProps) {
  return <MultiPicker kind={SCHEDULE_TYPES} {...props} />;
}
