import { type Display, wordsOf } from '../../../platform/tables/index.ts';
import { FileError, plainHeader } from '../uploads/index.ts';
import type { Cells, ImportColumn } from './imports-kind.ts';

/** Which columns of a file hold what. */
export interface FoundColumns {
  /** The place of each field's column, from 0, with its heading in the file. */
  readonly places: ReadonlyMap<string, { readonly place: number; readonly heading: string }>;
  /** Headings that no field goes by. */
  readonly ignored: readonly string[];
}

/** How a column may be headed: in both languages, in the words of the customer, and by its field. */
function headingsOf({ heading, field, others = [] }: ImportColumn, display: Display) {
  const words = [display.language, 'en', 'pt'] as const;
  return new Set([
    ...words.map((language) => plainHeader(wordsOf({ ...display, language }, heading))),
    plainHeader(field),
    ...others,
  ]);
}

/**
 * Finds the columns of a kind by the headings of a file; the first that fits.
 *
 * @throws FileError for a file without a column that is needed
 */
export function findColumns(
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
    else if (column.isNeeded === true) {
      throw new FileError('upload.file.noColumn', { column: wordsOf(display, column.heading) });
    }
  }
  const taken = new Set([...places.values()].map(({ place }) => place));
  return {
    places,
    ignored: headings.filter((heading, place) => heading !== '' && !taken.has(place)),
  };
}

/** What an export puts before a text that a spreadsheet would take for a formula. */
const HARMLESS = /^'(?=[=+\-@])/;

/** The cells of a row that say something, by their fields; formulas are texts like others. */
export function cellsOf(row: readonly string[], { places }: FoundColumns): Cells {
  return Object.fromEntries(
    [...places].flatMap(([field, { place }]) => {
      const cell = (row[place] ?? '').replace(HARMLESS, '').trim();
      return cell === '' ? [] : [[field, cell]];
    }),
  );
}
