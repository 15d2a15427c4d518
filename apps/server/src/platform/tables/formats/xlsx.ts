import { setImmediate as breathe } from 'node:timers/promises';
import { formatTime, toApiDate } from '@roadworthy/domain';
import { makeXlsx, type SheetCell } from '../../documents/index.ts';
import { DECIMALS, type Display, headerOf, numberOf, wordOf, wordsOf } from '../display.ts';
import type { Report } from '../report.ts';
import { type Cell, type Column, isTextColumn, type Row } from '../table.ts';

const ROWS_AT_ONCE = 50;
const DAY_S = 86_400;
/** Width in characters of columns without text. */
const NUMBER_WIDTH = 12;
const MOMENT_WIDTH = 18;
const TEXT_WIDTH = 26;
/** Longer cell texts make spreadsheets report a damaged file. */
const MAX_TEXT = 32_000;
/** Padding of a header, in characters. */
const EXTRA_WIDTH = 2;

/** Tokens of the preferences in spreadsheet syntax. */
function dateFormatOf(type: Column['type'], { dates }: Display): string {
  const day = (dates.dateFormat ?? '').toLowerCase();
  const time = dates.timeFormat?.includes('12') === true ? 'hh:mm AM/PM' : 'hh:mm';
  if (type === 'date') return day;
  return type === 'time' ? time : `${day} ${time}`;
}

/** Local times as spreadsheets store them: without a zone. */
function wallClock(timeMs: number, timeZone: string): Date {
  const time = formatTime(timeMs, { timeZone, dateFormat: null, timeFormat: null }, true);
  return new Date(`${toApiDate(timeMs, timeZone)}T${time}Z`);
}

function cellOf(cell: Cell, { type }: Column, display: Display): SheetCell {
  if (cell === null) return null;
  const number = numberOf(cell, type, display);
  if (number !== null) {
    const decimals = DECIMALS[type] ?? 0;
    return { value: number, format: decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}` };
  }
  if (typeof cell === 'string') return { value: wordOf(cell, type, display).slice(0, MAX_TEXT) };
  if (type === 'duration') return { value: Math.round(cell) / DAY_S, format: '[h]:mm:ss' };
  const zone = type === 'date' ? 'UTC' : display.dates.timeZone;
  return { value: wallClock(cell, zone), format: dateFormatOf(type, display) };
}

const bold = (cell: SheetCell): SheetCell =>
  cell === null ? null : { ...cell, fontWeight: 'bold' };

function widthOf(header: string, column: Column): number {
  const { type } = column;
  const least = isTextColumn(column) ? TEXT_WIDTH : type === 'moment' ? MOMENT_WIDTH : NUMBER_WIDTH;
  return Math.max(least, header.length + EXTRA_WIDTH);
}

/** A report as XLSX: a sheet of typed rows with their sums, and one with the facts of the report. */
export async function toXlsx(report: Report): Promise<Buffer> {
  const { table, display, title, facts } = report;
  const { columns, rows, totals } = table;
  const cells = (row: Row) => columns.map((column, n) => cellOf(row[n] ?? null, column, display));
  const headers = columns.map((column) => headerOf(display, column));
  const data: SheetCell[][] = [
    headers.map((value, n) => ({
      value,
      fontWeight: 'bold',
      ...(isTextColumn(columns[n] ?? { type: 'text' }) ? {} : { align: 'right' }),
    })),
  ];
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE) {
    data.push(...rows.slice(n, n + ROWS_AT_ONCE).map(cells));
    await breathe();
  }
  if (totals.some((cell) => cell !== null)) {
    const label = { value: wordsOf(display, 'report.totals'), fontWeight: 'bold' } as const;
    data.push(cells(totals).map((cell, n) => (n === 0 ? label : bold(cell))));
  }
  const about: SheetCell[][] = [
    [{ value: title, fontWeight: 'bold' }, null],
    ...facts.map(([label, value]): SheetCell[] => [{ value: label }, { value }]),
  ];
  return makeXlsx({
    sheets: [
      {
        sheet: title,
        data,
        columns: columns.map((column, n) => ({ width: widthOf(headers[n] ?? '', column) })),
        stickyRowsCount: 1,
      },
      {
        sheet: wordsOf(display, 'report.about'),
        data: about,
        columns: [{ width: TEXT_WIDTH }, { width: 2 * TEXT_WIDTH }],
      },
    ],
  });
}
