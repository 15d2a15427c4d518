import { open } from 'node:fs/promises';
import { type ImportDelimiter, UPLOAD_MAX_ROWS } from '@roadworthy/domain';
import { FileError } from './file-error.ts';
import { csvRows } from './imports-reading-csv.ts';
import { xlsxRows } from './imports-reading-xlsx.ts';
import type { TableRow } from './table-row.ts';

/** Signatures of ZIP, the container of XLSX, and of Excel files before 2007. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const MAX_COLUMNS = 100;
/**
 * Rows with separators only do not count, but take time: this many rows are read per accepted row.
 */
const MAX_READ_PER_ROW = 5;

/** A cell in a form that the database accepts: no null characters or lone surrogates. */
const textOf = (cell: string): string =>
  cell
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();

/**
 * Whether a file is a spreadsheet (XLSX); otherwise it counts as CSV.
 *
 * @throws FileError for a spreadsheet of Excel before 2007
 */
export async function isSpreadsheet(path: string): Promise<boolean> {
  const file = await open(path);
  const start = Buffer.alloc(4);
  await file.read(start, 0, 4, 0).finally(() => file.close());
  if (start.equals(OLD_EXCEL)) throw new FileError('upload.file.oldExcel');
  return start.equals(ZIP);
}

/**
 * The rows of a CSV or XLSX file that are not blank, one by one: first the header, then at least
 * one more and at most `maxRows`. The content decides which format it is.
 *
 * @param maxRows maximum number of rows, without the header
 * @param delimiter of a CSV file
 * @throws FileError for a file that is unreadable, has no rows, or too many
 */
export async function* tableRows(
  path: string,
  maxRows = UPLOAD_MAX_ROWS,
  delimiter: ImportDelimiter = 'auto',
): AsyncGenerator<TableRow> {
  const rows = (await isSpreadsheet(path)) ? xlsxRows(path) : csvRows(path, delimiter);
  let [read, filled] = [0, 0];
  for await (const { row, cells } of rows) {
    read += 1;
    const trimmed = cells.slice(0, MAX_COLUMNS).map(textOf);
    const isBlank = trimmed.every((cell) => cell === '');
    if (!isBlank) filled += 1;
    // The count includes the header.
    if (filled > maxRows + 1 || read > MAX_READ_PER_ROW * maxRows) {
      throw new FileError('upload.file.tooMany', { rows: String(maxRows) });
    }
    if (!isBlank) yield { row, cells: trimmed };
  }
  if (filled < 2) throw new FileError('upload.file.noRows');
}
