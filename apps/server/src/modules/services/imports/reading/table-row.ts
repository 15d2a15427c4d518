/** A row with its cells, and its number as in a spreadsheet, from 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}
