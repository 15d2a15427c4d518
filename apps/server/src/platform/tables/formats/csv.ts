import { setImmediate as breathe } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { DECIMALS, headerOf, numberOf, wordOf } from '../display.ts';
import type { Report } from '../report.ts';
import type { Cell, Column } from '../table.ts';

/** Rows per batch, which takes a few milliseconds; then other work can run. */
const ROWS_AT_ONCE = 50;
/** Characters with which a spreadsheet formula can begin. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Escapes a text that would begin a formula with an apostrophe. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function cellText(cell: Cell, { type }: Column, { display }: Report): string {
  const number = numberOf(cell, type, display);
  // Numbers have a decimal point in every language, so that programs can read them.
  if (number !== null) return number.toFixed(DECIMALS[type]);
  return harmless(wordOf(cell, type, display));
}

/**
 * A report as CSV (RFC 4180, UTF-8 with byte order mark): the header row with
 * units, then one row per record. Without sums.
 */
export async function toCsv(report: Report): Promise<Buffer> {
  const { columns, rows } = report.table;
  const write = (records: readonly (readonly string[])[]) =>
    stringify([...records] as string[][], { record_delimiter: 'windows' });
  const parts = [`\uFEFF${write([columns.map((column) => headerOf(report.display, column))])}`];
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE) {
    const some = rows.slice(n, n + ROWS_AT_ONCE);
    parts.push(
      write(
        some.map((row) => columns.map((column, c) => cellText(row[c] ?? null, column, report))),
      ),
    );
    await breathe();
  }
  return Buffer.from(parts.join(''));
}
