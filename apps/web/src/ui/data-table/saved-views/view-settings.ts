import type { AnswerOf, contract } from '@roadworthy/contract';
import { COLUMN_WIDTH_PX } from '@roadworthy/domain';
import type { StoredColumns } from '../../../session/storage.ts';

export type SavedView = AnswerOf<typeof contract.savedViews.create>;
/** What a view keeps of a list. */
export type SavedViewSettings = SavedView['settings'];

type Address = Readonly<Record<string, string | undefined>>;

/** Parameters of days: a view is for any time, so they stay when a view is chosen. */
const DAYS: ReadonlySet<string> = new Set([
  'start',
  'end',
  'start_date',
  'end_date',
  'startDate',
  'endDate',
]);

/** The parameters that a view keeps, of those of a list. */
export const keptNames = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !DAYS.has(name));

const widthOf = (widthPx: number) =>
  Math.min(COLUMN_WIDTH_PX.max, Math.max(COLUMN_WIDTH_PX.min, Math.round(widthPx)));

/** The settings of a list as it is shown. */
export function settingsOf(
  names: readonly string[],
  address: Address,
  columns: StoredColumns,
): SavedViewSettings {
  const query = keptNames(names).flatMap((name) => {
    const value = address[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const widths = Object.entries(columns.widthsPx).map(([key, px]) => [key, widthOf(px)] as const);
  return {
    query: Object.fromEntries(query),
    columns: { hidden: [...columns.hidden], widths_px: Object.fromEntries(widths) },
  };
}

/** The changes of the address that show a view: its first page. */
export const addressOf = (names: readonly string[], { query }: SavedViewSettings): Address => ({
  ...Object.fromEntries(keptNames(names).map((name) => [name, query[name]])),
  page: undefined,
});

export const columnsOf = ({ columns }: SavedViewSettings): StoredColumns => ({
  hidden: columns.hidden,
  widthsPx: columns.widths_px,
});

const keyOf = ({ query, columns }: SavedViewSettings): string =>
  JSON.stringify([
    Object.entries(query).sort(),
    [...columns.hidden].sort(),
    Object.entries(columns.widths_px).sort(),
  ]);

/** Whether two settings show the same. */
export const isSameView = (a: SavedViewSettings, b: SavedViewSettings): boolean =>
  keyOf(a) === keyOf(b);
