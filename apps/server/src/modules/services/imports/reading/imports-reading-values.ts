/* What the cells of imported files mean, whatever the file is about. */

const MAX_SHOWN = 40;

/** The first characters of a text, without splitting any. */
export const firstCharacters = (text: string, most: number): string =>
  Array.from(text).slice(0, most).join('');

/** A cell, shortened for an error text. */
export const shown = (cell: string): string =>
  cell.length > MAX_SHOWN ? `${firstCharacters(cell, MAX_SHOWN)}…` : cell;

/** How a spreadsheet shortens a long number. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** Whether a spreadsheet has shortened a number; its last digits are lost. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell);
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
/** The day first, as usual in both languages. */
const WRITTEN_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** Normalises a registration to compare it, ignoring case and spaces. */
export const plainRegistration = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** A day as YYYY-MM-DD; null if it is invalid. */
export function dayOf(text: string): string | null {
  const iso = DAY.exec(text);
  const written = WRITTEN_DAY.exec(text);
  const parts =
    iso?.slice(1, 4) ?? (written === null ? null : [written[3], written[2], written[1]]);
  if (parts === null) return null;
  const day = parts.map((part, n) => (part ?? '').padStart(n === 0 ? 4 : 2, '0')).join('-');
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}

const YES = ['yes', 'y', 'true', '1', 'sim', 's'];
const NO = ['no', 'n', 'false', '0', 'não', 'nao'];

/** Whether a cell says yes or no, in either language; null if neither. */
export function yesOrNo(cell: string): boolean | null {
  const plain = cell.trim().toLowerCase();
  if (YES.includes(plain)) return true;
  return NO.includes(plain) ? false : null;
}

/** The names in a cell, separated by semicolons or commas. */
export const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[;,]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** A name without differences of case and spaces, to compare it. */
export const plainName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Compares names, ignoring case and extra spaces. */
export const isSameName = (one: string, other: string | null): boolean =>
  other !== null && plainName(one) === plainName(other);
