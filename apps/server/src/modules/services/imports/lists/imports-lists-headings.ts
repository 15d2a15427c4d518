import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { FileError } from '../reading/file-error.ts';
import { plainHeader } from '../reading/imports-reading-headings.ts';
import type { Cells, ImportColumn } from './imports-lists-kind.ts';

/** The columns of a file by field. */
export interface FoundColumns {
  /** Index of each field's column, from 0, with its heading in the file. */
  readonly places: ReadonlyMap<string, { readonly place: number; readonly heading: string }>;
  /** Headings that belong to no field. */
  readonly ignored: readonly string[];
  /** Required columns that the file does not have. */
  readonly missing: readonly ImportColumn[];
}

/** Accepted headings of a column: in both languages, as a custom text, and by its field name. */
function headingsOf({ heading, field, others = [] }: ImportColumn, display: Display) {
  const words = [display.language, 'en', 'pt'] as const;
  return new Set([
    ...words.map((language) => plainHeader(wordsOf({ ...display, language }, heading))),
    plainHeader(field),
    ...others,
  ]);
}

/** Required columns without a place in the file. */
export const missingColumns = (
  columns: readonly ImportColumn[],
  places: FoundColumns['places'],
): readonly ImportColumn[] =>
  columns.filter(
    ({ field, isNeeded, insteadOf = [] }) =>
      isNeeded === true &&
      !places.has(field) &&
      (insteadOf.length === 0 || !insteadOf.every((one) => places.has(one))),
  );

/** Finds the columns of a kind by the headings of a file; the first match wins. */
export function guessColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  display: Display,
): FoundColumns {
  const plain = headings.map(plainHeader);
  const places = new Map<string, { place: number; heading: string }>();
  for (const column of columns) {
    const names = headingsOf(column, display);
    const place = plain.findIndex((heading) => names.has(heading));
    if (place !== -1) places.set(column.field, { place, heading: headings[place] ?? '' });
  }
  const taken = new Set([...places.values()].map(({ place }) => place));
  return {
    places,
    ignored: headings.filter((heading, place) => heading !== '' && !taken.has(place)),
    missing: missingColumns(columns, places),
  };
}

/** @throws FileError if a required column is missing */
export function refuseMissing(found: FoundColumns, display: Display): FoundColumns {
  const [column] = found.missing;
  if (column === undefined) return found;
  throw new FileError('upload.file.noColumn', { column: wordsOf(display, column.heading) });
}

/** The columns of a kind as {@link guessColumns}. @throws FileError if a required column is missing */
export const findColumns = (
  headings: readonly string[],
  columns: readonly ImportColumn[],
  display: Display,
): FoundColumns => refuseMissing(guessColumns(headings, columns, display), display);

/** The prefix of exported texts that a spreadsheet would take for a formula. */
const HARMLESS = /^'(?=[=+\-@])/;

/** The cells of a row that are not empty, by field; formulas are treated as text. */
export function cellsOf(row: readonly string[], { places }: FoundColumns): Cells {
  return Object.fromEntries(
    [...places].flatMap(([field, { place }]) => {
      const cell = (row[place] ?? '').replace(HARMLESS, '').trim();
      return cell === '' ? [] : [[field, cell]];
    }),
  );
}
