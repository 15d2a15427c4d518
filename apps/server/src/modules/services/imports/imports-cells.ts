import { formatDate, type VehicleType } from '@roadworthy/domain';
import type { Display } from '../../../platform/tables/index.ts';
import { dayOf, namesIn, typeOfWord } from '../uploads/index.ts';

/** Years of two digits from this one on are of the century before. */
const FIRST_OF_LAST_CENTURY = 70;
const TOKENS = /YYYY|YY|MM|DD/g;

/** A day as a person writes dates; null for what is none by that. */
function dayByFormat(cell: string, format: string): string | null {
  const tokens = format.match(TOKENS) ?? [];
  const pattern = format
    .replace(/[^A-Z]/g, '\\$&')
    .replace(TOKENS, (token) => (token.startsWith('Y') ? '(\\d{4}|\\d{2})' : '(\\d{1,2})'));
  const found = new RegExp(`^${pattern}$`).exec(cell);
  if (found === null) return null;
  const part = (letter: string) =>
    found[tokens.findIndex((one) => one.startsWith(letter)) + 1] ?? '';
  let year = part('Y');
  if (year.length === 2) year = `${Number(year) < FIRST_OF_LAST_CENTURY ? '20' : '19'}${year}`;
  return dayOf([year, part('M').padStart(2, '0'), part('D').padStart(2, '0')].join('-'));
}

/**
 * A day as YYYY-MM-DD, from a cell that has it so, or as the reader's dates are written. Of other dates the
 * day comes first, unless the reader's begin with the month.
 *
 * @returns null for what is no day
 */
export function dayOfCell(cell: string, { dates }: Display): string | null {
  const format = dates.dateFormat ?? '';
  const isIso = /^\d{4}-/.test(cell);
  if (isIso || format === '') return dayOf(cell);
  return dayByFormat(cell, format) ?? (format.startsWith('M') ? null : dayOf(cell));
}

/** A day as the export writes it. */
export function shownDay(day: string | null, { dates }: Display): string | undefined {
  if (day === null) return undefined;
  return formatDate(Date.parse(`${day}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
}

/** No name has more commas or semicolons in it. */
const MOST_SIGNS = 3;

const partsOf = (cell: string): string[] => cell.split(/[;,]/).map((part) => part.trim());

/** Every name that a cell could hold where commas or semicolons stand between names, or within them. */
export function possibleNames(cell: string): string[] {
  const parts = partsOf(cell);
  return parts.flatMap((_, from) =>
    Array.from({ length: MOST_SIGNS + 1 }, (_one, more) =>
      parts.slice(from, from + more + 1).join(', '),
    ),
  );
}

/** The names in a cell that has several: the longest that are known, a part alone where none is. */
export function knownNamesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  const parts = partsOf(cell);
  const names: string[] = [];
  for (let from = 0; from < parts.length; ) {
    let until = Math.min(parts.length, from + MOST_SIGNS + 1);
    while (until > from + 1 && !isKnown(parts.slice(from, until).join(', '))) until -= 1;
    names.push(parts.slice(from, until).join(', '));
    from = until;
  }
  return [...new Set(names)].filter((name) => name !== '');
}

/** Types of vehicles in a cell, by their codes or in words; null where one is none. */
export function typesOfCell(cell: string): VehicleType[] | null {
  const types = namesIn(cell).flatMap((name) => {
    const whole = typeOfWord(name);
    return whole === undefined ? name.split(/\s+/).map(typeOfWord) : [whole];
  });
  const known = types.filter((type) => type !== undefined);
  return known.length === types.length ? [...new Set(known)] : null;
}
