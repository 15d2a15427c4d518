import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from './kind.ts';
import { MultiPicker, type MultiPickerProps } from './multi-picker.tsx';

interface Region extends PickerRow {
  readonly name: string;
}

export const REGIONS: PickerKind<Region> = {
  key: 'regions',
  columns: [{ key: 'name', text: 'picker.name', cell: ({ name }) => name }],
  order: 'name',
  pageSize: 50,
  hasEmptyHint: true,
  nameOf: ({ name }) => name,
  load: (question, { signal }) =>
    api.pickers.regions({ query: pagedQueryOf(question), signal, quiet: true }),
};

/** Selects regions (requirements P-019 to P-027). */
export function RegionsPicker(props: MultiPickerProps) {
  return <MultiPicker kind={REGIONS} {...props} />;
}
