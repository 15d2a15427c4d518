import { api } from '../../api/client.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from './kind.ts';
import { MultiPicker, type MultiPickerProps } from './multi-picker.tsx';

interface Tracker extends PickerRow {
  readonly tracker: string;
}

export const TRACKERS: PickerKind<Tracker> = {
  key: 'trackers',
  columns: [{ key: 'tracker', text: 'picker.trackerNo', cell: ({ tracker }) => tracker }],
  order: '-tracker',
  pageSize: 25,
  firstPageSize: 50,
  hasEmptyHint: false,
  nameOf: ({ tracker }) => tracker,
  load: (question, { signal }) =>
    api.trackers.list({ query: pagedQueryOf(question), signal, quiet: true }),
};

/** Selects trackers: a vehicle may have a tracker and a camera unit (requirements P-045 to P-055, OP-080). */
export function TrackersPicker(props: MultiPickerProps) {
  return <MultiPicker kind={TRACKERS} {...props} />;
}
