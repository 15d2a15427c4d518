import { wrongField } from '../../../../../platform/errors.ts';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import { FileError } from '../../reading/file-error.ts';
import { plainHeader } from '../../reading/imports-reading-headings.ts';
import { type FoundColumns, missingColumns } from '../imports-lists-headings.ts';
import type { ImportColumn } from '../imports-lists-kind.ts';
import type { ImportMapping } from './imports-mappings.repository.ts';

/** Recognises files with the same headings, in any sequence. */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(plainHeader).sort().join('|');

/**
 * The columns of a file by chosen places.
 *
 * @throws HttpError 400 for a field that the list does not have, or a column that the file does not have
 */
export function chosenColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  mapping: ImportMapping,
  display: Display,
): FoundColumns {
  const places = new Map<string, { place: number; heading: string }>();
  for (const [field, place] of Object.entries(mapping.columns)) {
    const column = columns.find((one) => one.field === field);
    if (column === undefined) throw wrongField('mapping', 'validation.invalid');
    if (place === null) continue;
    const heading = headings[place];
    if (heading === undefined) throw wrongField('mapping', 'validation.invalid');
    places.set(field, { place, heading: heading || wordsOf(display, column.heading) });
  }
  const taken = new Set([...places.values()].map(({ place }) => place));
  return {
    places,
    ignored: headings.filter((heading, place) => heading !== '' && !taken.has(place)),
    missing: missingColumns(columns, places),
  };
}

/**
 * Saved columns for another file: its columns are found by their headings, whatever their sequence.
 *
 * @throws FileError if the file lacks one of the columns
 */
export function movedMapping(
  headings: readonly string[],
  saved: { readonly headings: readonly string[]; readonly mapping: ImportMapping },
): ImportMapping {
  const plain = headings.map(plainHeader);
  const before = saved.headings.map(plainHeader);
  const columns = Object.entries(saved.mapping.columns).map(([field, place]) => {
    if (place === null) return [field, null] as const;
    const heading = before[place] ?? '';
    // Of columns with the same heading, the one with the same number.
    const nth = before.slice(0, place).filter((one) => one === heading).length;
    const now = plain.flatMap((one, n) => (one === heading ? [n] : []))[nth];
    if (now === undefined) {
      throw new FileError('upload.file.noColumn', { column: saved.headings[place] ?? '' });
    }
    return [field, now] as const;
  });
  return { ...saved.mapping, columns: Object.fromEntries(columns) };
}
