import { open } from 'node:fs/promises';
import { UPLOAD_MAX_ROWS } from '@roadworthy/domain';
import { FileFault } from './file-fault.ts';
import type { TableRow } from './table-row.ts';
import { csvRows } from './uploads-reading-csv.ts';
import { xlsxRows } from './uploads-reading-xlsx.ts';

/** ZIP, of which XLSX is one; and what Excel wrote before 2007. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const MAX_COLUMNS = 100;
/** Rows of separators alone are none, but they take time: so many are read for each that is taken. */
const READ_FOR_ONE = 5;

/** A cell as the database keeps it: without null characters and halves of pairs. */
const textOf = (cell: string): string =>
  cell
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();

async function rowsOf(path: string): Promise<AsyncGenerator<TableRow>> {
  const file = await open(path);
  const start = Buffer.alloc(4);
  await file.read(start, 0, 4, 0).finally(() => file.close());
  if (start.equals(OLD_EXCEL)) throw new FileFault('upload.file.oldExcel');
  return start.equals(ZIP) ? xlsxRows(path) : csvRows(path);
}

/**
 * The rows of a CSV or XLSX file that say something, one after the other: first the header, then at least
 * one more and no more than are taken. What it is, its content tells.
 *
 * @param maxRows that are taken, without the header
 * @throws FileFault for what cannot be read, has no rows, or too many
 */
export async function* tableRows(
  path: string,
  maxRows = UPLOAD_MAX_ROWS,
): AsyncGenerator<TableRow> {
  const rows = await rowsOf(path);
  let [read, said] = [0, 0];
  for await (const { row, cells } of rows) {
    read += 1;
    const trimmed = cells.slice(0, MAX_COLUMNS).map(textOf);
    const isBlank = trimmed.every((cell) => cell === '');
    if (!isBlank) said += 1;
    // The header is one of them.
    if (said > maxRows + 1 || read > READ_FOR_ONE * maxRows) {
      throw new FileFault('upload.file.tooMany', { rows: String(maxRows) });
    }
    if (!isBlank) yield { row, cells: trimmed };
  }
  if (said < 2) throw new FileFault('upload.file.noRows');
}
