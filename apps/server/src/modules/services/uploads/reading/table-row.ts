/** A row with what is in it, and its number as a spreadsheet counts. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}
