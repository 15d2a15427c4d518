import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo } from 'react';
import { type StoredColumns, storage } from '../../session/storage.ts';
import type { Column } from './order.ts';

/** Widths that a person can choose, px: at least a short word, at most most of a screen. */
export const WIDTH_PX = { min: 64, max: 800, step: 24 } as const;

const FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
});
/** The rows stay with the screen: this table holds the state of the columns only. */
const NO_ROWS: never[] = [];
const NONE: StoredColumns = { hidden: [], widthsPx: {} };

/**
 * The shown columns of a table and their widths, kept for this person in this browser. The first column
 * names the row, so it cannot be hidden.
 *
 * @param id name of the table; without it columns are neither chosen nor kept
 */
export function useTableColumns<Row>(id: string | undefined, columns: readonly Column<Row>[]) {
  const kept = useMemo(
    () => (id === undefined ? NONE : (storage.tableColumns.get()?.[id] ?? NONE)),
    [id],
  );
  const definitions = useMemo(
    () =>
      columns.map(({ key }, index) => ({
        id: key,
        enableHiding: index > 0,
        minSize: WIDTH_PX.min,
        maxSize: WIDTH_PX.max,
      })),
    [columns],
  );
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    initialState: {
      columnVisibility: Object.fromEntries(kept.hidden.map((key) => [key, false])),
      columnSizing: kept.widthsPx,
    },
  });
  const { columnVisibility, columnSizing } = table.state;
  useEffect(() => {
    if (id === undefined) return;
    const hidden = Object.keys(columnVisibility).filter((key) => columnVisibility[key] === false);
    const isDefault = hidden.length === 0 && Object.keys(columnSizing).length === 0;
    const { [id]: before, ...others } = storage.tableColumns.get() ?? {};
    if (isDefault && before === undefined) return;
    storage.tableColumns.set(
      isDefault ? others : { ...others, [id]: { hidden, widthsPx: columnSizing } },
    );
  }, [id, columnVisibility, columnSizing]);

  const [first] = columns;
  const isShown = (key: string) => key === first?.key || columnVisibility[key] !== false;
  const setWidth = (key: string, widthPx: number) =>
    table.setColumnSizing((before) => ({
      ...before,
      [key]: Math.min(WIDTH_PX.max, Math.max(WIDTH_PX.min, Math.round(widthPx))),
    }));
  return {
    shown: columns.filter(({ key }) => isShown(key)),
    isShown,
    toggle: (key: string) => table.getColumn(key)?.toggleVisibility(),
    /** Chosen width of a column, px; undefined while the content decides. */
    widthOf: (key: string): number | undefined => columnSizing[key],
    setWidth,
    /** Begins to drag the edge of a column whose heading is this wide now. */
    drag: (key: string, fromPx: number, event: React.MouseEvent | React.TouchEvent) => {
      setWidth(key, fromPx);
      const header = table.getFlatHeaders().find(({ column }) => column.id === key);
      header?.getResizeHandler()(event);
    },
    /** Lets the content decide the width again. */
    forget: (key: string) => table.getColumn(key)?.resetSize(),
    reset: () => {
      table.resetColumnVisibility(true);
      table.resetColumnSizing(true);
    },
    isDefault: Object.keys(columnSizing).length === 0 && columns.every(({ key }) => isShown(key)),
  };
}

export type TableColumns<Row> = ReturnType<typeof useTableColumns<Row>>;
