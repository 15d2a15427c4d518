import { useMemo } from 'react';

/** The column a table is ordered by, as an address carries it: `score`, or `-score` for descending. */
export type Order = string;

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** What the heading's words leave open, for example a unit. */
  readonly unit?: string;
  readonly isNumber?: boolean;
  /** Ascending order; without it the column cannot be ordered by. */
  readonly compare?: (a: Row, b: Row) => number;
  readonly cell: (row: Row) => React.ReactNode;
  /** What stands below the column, such as a total. */
  readonly foot?: React.ReactNode;
  /** Least width, px. */
  readonly widthPx?: number;
}

/** Numbers ascending; what is not known comes first. */
export const byNumber =
  <Row>(value: (row: Row) => number | null) =>
  (a: Row, b: Row): number =>
    (value(a) ?? Number.NEGATIVE_INFINITY) - (value(b) ?? Number.NEGATIVE_INFINITY) || 0;

/** Texts in natural order, A2 before A10 (OP-105). */
export const byText =
  <Row>(value: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    value(a).localeCompare(value(b), 'en', { numeric: true });

/** Rows in the order of a column; equal ones keep their places. */
export function useOrdered<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order,
): readonly Row[] {
  return useMemo(() => {
    const isDescending = order.startsWith('-');
    const compare = columns.find(({ key }) => key === order.replace('-', ''))?.compare;
    if (compare === undefined) return rows;
    return [...rows].sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
  }, [rows, columns, order]);
}
