import { COLUMN_WIDTH_PX } from '@roadworthy/domain';
import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo } from 'react';
import { arrangementKey, columnStore, DEFAULT_COLUMNS } from './column-store.ts';
import type { Column } from './order.ts';

/** Widths that a person can choose, and the step of a button, px. */
export const WIDTH_PX = { ...COLUMN_WIDTH_PX, step: 24 } as const;

const FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
});
/** The rows stay with the screen: this table holds the state of the columns only. */
const NO_ROWS: never[] = [];

const visibilityOf = (hidden: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(hidden.map((key) => [key, false]));

/**
 * The shown columns of a table and their widths, kept for this person in this browser. The first column
 * names the row, so it cannot be hidden.
 *
 * @param id name of the table; without it columns are neither chosen nor kept
 */
export function useTableColumns<Row>(id: string | undefined, columns: readonly Column<Row>[]) {
  const kept = useMemo(() => (id === undefined ? DEFAULT_COLUMNS : columnStore.get(id)), [id]);
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
      columnVisibility: visibilityOf(kept.hidden),
      columnSizing: kept.widthsPx,
    },
  });
  const { columnVisibility, columnSizing } = table.state;
  const arrangement = useMemo(
    () => ({
      hidden: Object.keys(columnVisibility).filter((key) => columnVisibility[key] === false),
      widthsPx: columnSizing,
    }),
    [columnVisibility, columnSizing],
  );
  useEffect(() => {
    if (id !== undefined) columnStore.set(id, arrangement);
  }, [id, arrangement]);
  // A saved view arranges the columns from outside the table.
  useEffect(() => {
    if (id === undefined) return;
    return columnStore.subscribe(() => {
      const stored = columnStore.get(id);
      if (arrangementKey(stored) === arrangementKey(arrangement)) return;
      table.setColumnVisibility(visibilityOf(stored.hidden));
      table.setColumnSizing({ ...stored.widthsPx });
    });
  }, [id, arrangement, table]);

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
