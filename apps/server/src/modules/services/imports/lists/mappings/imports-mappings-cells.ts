import { IMPORT_VOLUMES_L } from '@roadworthy/domain';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import { amountOfCell, dayByFormat } from '../imports-lists-cells.ts';
import type { Cells, ErrorKey, ImportColumn } from '../imports-lists-kind.ts';
import type { ImportMapping } from './imports-mappings.repository.ts';

/** A cell that is not written as chosen. */
export interface CellError {
  readonly field: string;
  readonly key: ErrorKey;
  readonly values: Readonly<Record<string, string>>;
}

/** A number with a sign for decimals, with or without signs between thousands. */
const NUMBERS = {
  point: /^-?(?:\d{1,3}(?:[, ']\d{3})+|\d+)?(?:\.\d*)?$/,
  comma: /^-?(?:\d{1,3}(?:[. ']\d{3})+|\d+)?(?:,\d*)?$/,
} as const;
const CURRENCY = /[£€$]|GBP|EUR/g;
/** A time without a sign between hours and minutes, as 815 or 081500. */
const PLAIN_TIME = /^(\d{1,2})(\d{2})(\d{2})?$/;

/** Rewrites a number with a full stop for decimals; null for another text. */
function plainNumber(cell: string, decimal: 'point' | 'comma'): string | null {
  const number = cell.replace(CURRENCY, '').replace(/\s/g, ' ').trim();
  if (!NUMBERS[decimal].test(number) || !/\d/.test(number)) return null;
  return decimal === 'point'
    ? number.replace(/[, ']/g, '')
    : number.replace(/[. ']/g, '').replace(',', '.');
}

/** A number of a spreadsheet, and a day, do not depend on how texts are written. */
const SHEET_NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;
const SHEET_DAY = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/;

/** How the cells of a file are written. */
export interface Written extends ImportMapping {
  readonly isSheet: boolean;
}

function numberCell(cell: string, { decimal, isSheet }: Written): string | null {
  if (decimal === 'auto' || (isSheet && SHEET_NUMBER.test(cell))) return cell;
  return plainNumber(cell, decimal);
}

/** Litres of a volume in the chosen unit; the cell itself if it is not a number. */
function litresOf(cell: string, { volume }: ImportMapping): string {
  const value = volume === 'litre' ? null : amountOfCell(cell, 6);
  return value === null ? cell : (value * IMPORT_VOLUMES_L[volume]).toFixed(2);
}

/** Rewrites the day of a cell as YYYY-MM-DD, and keeps a time behind it; null for another text. */
function dayCell(cell: string, { date_format: format, isSheet }: Written): string | null {
  if (format === 'auto' || (isSheet && SHEET_DAY.test(cell))) return cell;
  const [, day = '', time = ''] = /^([^T\s]+)(.*)$/s.exec(cell) ?? [];
  const read = dayByFormat(day, format);
  return read === null ? null : `${read}${time}`;
}

function timeCell(cell: string): string {
  const found = PLAIN_TIME.exec(cell);
  return found === null ? cell : `${found[1]}:${found[2]}`;
}

/** A cell as the list reads it; an error for one that is not written as chosen. */
function readCell(
  cell: string,
  { type = 'text' }: ImportColumn,
  mapping: Written,
  display: Display,
): string | Omit<CellError, 'field'> {
  if (type === 'day') {
    const day = dayCell(cell, mapping);
    return day ?? { key: 'import.row.dateFormat', values: { format: mapping.date_format } };
  }
  if (type === 'time') return timeCell(cell);
  if (type === 'text') return cell;
  const number = numberCell(cell, mapping);
  if (number === null) {
    const sign = wordsOf(
      display,
      `import.decimal.${mapping.decimal === 'comma' ? 'comma' : 'point'}`,
    );
    return { key: 'import.row.decimal', values: { sign } };
  }
  return type === 'volume' ? litresOf(number, mapping) : number;
}

/**
 * The cells of a row as the list reads them: days as YYYY-MM-DD, numbers with a full stop, volumes in litres.
 * A cell that is not written as chosen stays, with an error.
 */
export function readCells(
  cells: Cells,
  columns: readonly ImportColumn[],
  mapping: Written,
  display: Display,
): { readonly cells: Cells; readonly errors: readonly CellError[] } {
  const errors: CellError[] = [];
  const read = Object.entries(cells).map(([field, cell = '']) => {
    const column = columns.find((one) => one.field === field);
    const value = column === undefined ? cell : readCell(cell, column, mapping, display);
    if (typeof value === 'string') return [field, value];
    errors.push({ field, ...value });
    return [field, cell];
  });
  return { cells: Object.fromEntries(read), errors };
}
