import { useMemo } from 'react';

/** The sorting of a table as in the address: `score`, or `-score` for descending. */
export type Order = string;

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Explanation of the heading, such as a unit. */
  readonly unit?: string;
  readonly isNumber?: boolean;
  /** Ascending comparison; without it the column is not sortable. */
  readonly compare?: (a: Row, b: Row) => number;
  readonly cell: (row: Row) => React.ReactNode;
  /** Footer of the column, such as a total. */
  readonly foot?: React.ReactNode;
  /** Minimum width, px. */
  readonly widthPx?: number;
}

/** Numbers ascending; unknown values first. */
export const byNumber =
  <Row>(value: (row: Row) => number | null) =>
  (a: Row, b: Row): number =>
    (value(a) ?? Number.NEGATIVE_INFINITY) - (value(b) ?? Number.NEGATIVE_INFINITY) || 0;

/** Texts in natural order: A2 before A10 (OP-105). */
export const byText =
  <Row>(value: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    value(a).localeCompare(value(b), 'en', { numeric: true });

/** Rows sorted by a column; the sorting is stable. */
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
