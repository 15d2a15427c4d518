import { formatDate, type VehicleType } from '@roadworthy/domain';
import type { Display } from '../../../../platform/tables/index.ts';
import { dayOf, namesIn } from '../reading/imports-reading-values.ts';
import { typeOfWord } from '../vehicles/matching/imports-vehicles-matching-words.ts';

/** Two-digit years from this one on are in the previous century. */
const FIRST_OF_LAST_CENTURY = 70;
const TOKENS = /YYYY|YY|MM|DD/g;

/** Parses a date in a format such as DD/MM/YYYY or YYYYMMDD; null if it does not match. */
export function dayByFormat(cell: string, format: string): string | null {
  const tokens = format.match(TOKENS) ?? [];
  // Without signs between them, only their lengths separate the parts.
  const part2 = /^[A-Z]+$/.test(format) ? '(\\d{2})' : '(\\d{1,2})';
  const pattern = format
    .replace(/[^A-Z]/g, '\\$&')
    .replace(TOKENS, (token) => (token.startsWith('Y') ? '(\\d{4}|\\d{2})' : part2));
  const found = new RegExp(`^${pattern}$`).exec(cell);
  if (found === null) return null;
  const part = (letter: string) =>
    found[tokens.findIndex((one) => one.startsWith(letter)) + 1] ?? '';
  let year = part('Y');
  if (year.length === 2) year = `${Number(year) < FIRST_OF_LAST_CENTURY ? '20' : '19'}${year}`;
  return dayOf([year, part('M').padStart(2, '0'), part('D').padStart(2, '0')].join('-'));
}

/**
 * Parses a date in ISO format or in the reader's format. Other formats are read with the day first,
 * unless the reader's format begins with the month.
 *
 * @returns YYYY-MM-DD; null for an invalid date
 */
export function dayOfCell(cell: string, { dates }: Display): string | null {
  const format = dates.dateFormat ?? '';
  const isIso = /^\d{4}-/.test(cell);
  if (isIso || format === '') return dayOf(cell);
  return dayByFormat(cell, format) ?? (format.startsWith('M') ? null : dayOf(cell));
}

/** A date as the export writes it. */
export function shownDay(day: string | null, { dates }: Display): string | undefined {
  if (day === null) return undefined;
  return formatDate(Date.parse(`${day}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
}

/** Maximum number of commas or semicolons in a name. */
const MAX_SEPARATORS = 3;

const partsOf = (cell: string): string[] => cell.split(/[;,]/).map((part) => part.trim());

/**
 * All names that a cell could contain, as commas and semicolons may separate names or be part of
 * them.
 */
export function possibleNames(cell: string): string[] {
  const parts = partsOf(cell);
  return parts.flatMap((_, from) =>
    Array.from({ length: MAX_SEPARATORS + 1 }, (_one, more) =>
      parts.slice(from, from + more + 1).join(', '),
    ),
  );
}

/** The names in a cell: the longest known ones; a part on its own if none is known. */
export function knownNamesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  const parts = partsOf(cell);
  const names: string[] = [];
  for (let from = 0; from < parts.length; ) {
    let until = Math.min(parts.length, from + MAX_SEPARATORS + 1);
    while (until > from + 1 && !isKnown(parts.slice(from, until).join(', '))) until -= 1;
    names.push(parts.slice(from, until).join(', '));
    from = until;
  }
  return [...new Set(names)].filter((name) => name !== '');
}

/** The vehicle types in a cell, by code or name; null if one is unknown. */
export function typesOfCell(cell: string): VehicleType[] | null {
  const types = namesIn(cell).flatMap((name) => {
    const whole = typeOfWord(name);
    return whole === undefined ? name.split(/\s+/).map(typeOfWord) : [whole];
  });
  const known = types.filter((type) => type !== undefined);
  return known.length === types.length ? [...new Set(known)] : null;
}

/**
 * A number as people and fuel cards write it: £1,234.50, 1.234,50 €, 1234.5 or -12. The last of comma and
 * full stop is the decimal sign; a single comma with three digits behind it separates thousands.
 *
 * @returns rounded to the decimals; null for another text
 */
export function amountOfCell(cell: string, decimals = 2): number | null {
  const digits = cell.replace(/[\s£€$]|GBP|EUR/g, '');
  if (!/^-?\d[\d.,]*$/.test(digits)) return null;
  const comma = digits.lastIndexOf(',');
  const stop = digits.lastIndexOf('.');
  const isThousands = stop === -1 && /^-?\d{1,3}(,\d{3})+$/.test(digits);
  const decimal = isThousands ? -1 : Math.max(comma, stop);
  const whole = (decimal === -1 ? digits : digits.slice(0, decimal)).replace(/[.,]/g, '');
  const value = Number(`${whole}.${decimal === -1 ? '0' : digits.slice(decimal + 1) || '0'}`);
  return Number.isFinite(value) ? Number(value.toFixed(decimals)) : null;
}
