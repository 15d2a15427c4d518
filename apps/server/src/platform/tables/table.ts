import type { TextKey } from '../texts.ts';

/**
 * Types of columns, with values in base units: moments and dates in ms since 1970
 * UTC (a date as its midnight in UTC), distances in metres, speeds in km/h, durations in seconds. `known`
 * is a text that may come from the product and `place` an address: both are translated.
 */
export type CellType =
  | 'text'
  | 'known'
  | 'place'
  | 'moment'
  | 'time'
  | 'date'
  | 'distance'
  | 'speed'
  | 'duration'
  | 'count'
  | 'rate'
  | 'degrees'
  | 'measure'
  | 'money';

export interface Column {
  readonly name: Extract<TextKey, `report.column.${string}`>;
  readonly type: CellType;
}

/** Whether a column contains texts. */
export const isTextColumn = ({ type }: Pick<Column, 'type'>): boolean =>
  type === 'text' || type === 'known' || type === 'place';

/** A value of a column; a text if a word replaces the value, null if there is none. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** The rows of a report, and their sums below. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly totals: Row;
}

/** A column, and how its value is read from a record. */
export interface ColumnOf<T> extends Column {
  readonly value: (record: T) => Cell;
  /** Whether the sum of the column is shown. */
  readonly isSummed?: boolean;
}

/** Creates the rows of records, and the sums of columns that have one. */
export function tableOf<T>(records: readonly T[], columns: readonly ColumnOf<T>[]): Table {
  const rows = records.map((record) => columns.map(({ value }) => value(record)));
  const totals = columns.map(({ isSummed }, n) =>
    isSummed === true
      ? rows.reduce((sum, row) => sum + (typeof row[n] === 'number' ? row[n] : 0), 0)
      : null,
  );
  return { columns: columns.map(({ name, type }) => ({ name, type })), rows, totals };
}

/** The cell of a moment in a response. */
export const momentCell = (text: string | null): number | null =>
  text === null ? null : Date.parse(text);

/** The cell of a driver in a response. */
export const driverCell = (driver: { first_name: string; surname: string } | null) =>
  driver === null ? null : `${driver.first_name} ${driver.surname}`.trim();
