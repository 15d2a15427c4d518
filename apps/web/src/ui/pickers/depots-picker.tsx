import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from './kind.ts';
import { MultiPicker, type MultiPickerProps } from './multi-picker.tsx';

interface Depot extends PickerRow {
  readonly name: string;
}

export const DEPOTS: PickerKind<Depot> = {
  key: 'depots',
  columns: [{ key: 'name', text: 'picker.name', cell: ({ name }) => name }],
  order: 'name',
  pageSize: 50,
  hasEmptyHint: false,
  nameOf: ({ name }) => name,
  load: (question, { signal }) =>
    api.pickers.depots({
      query: { ...pagedQueryOf(question), brief: 'true' },
      signal,
      quiet: true,
    }),
};

/** Selects depots, the vehicle groups of the API (requirements P-056 to P-063). */
export function DepotsPicker(props: MultiPickerProps) {
  return <MultiPicker kind={DEPOTS} {...props} />;
}
