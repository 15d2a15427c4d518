import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatNumber } from '@roadworthy/domain';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { shownDay } from './imports-lists-cells.ts';
import type { FoundColumns } from './imports-lists-headings.ts';
import type { ImportColumn, ImportKind } from './imports-lists-kind.ts';
import type { TakenRow } from './imports-lists-rows.ts';
import type { ImportMapping } from './mappings/imports-mappings.repository.ts';
import type { ReadFile } from './mappings/imports-mappings-reading.ts';

type Preview = AnswerOf<typeof contract.imports.preview>;

const FOUND: Omit<ImportMapping, 'columns'> = {
  date_format: 'auto',
  decimal: 'auto',
  delimiter: 'auto',
  volume: 'litre',
};

/** A value of a form as a person reads it; ids are shown as the cell that names them. */
function textOf(
  { field, type = 'text' }: ImportColumn,
  value: unknown,
  cell: string,
  { wordOf }: ImportKind,
  display: Display,
): string {
  if (value === undefined || value === null) return '';
  const word = wordOf?.(field, value, display);
  if (word !== undefined) return word;
  if (type === 'day') return shownDay(String(value), display) ?? '';
  if (typeof value === 'number' && type !== 'text') {
    return formatNumber(value, display.locale);
  }
  return typeof value === 'string' ? value : cell;
}

/** The values of a row by field: of all fields that have one, whether by a column or not. */
function storedOf({ cells, draft }: TakenRow, kind: ImportKind, display: Display) {
  const entries = kind.columns.flatMap((column) => {
    const { field } = column;
    const isStored = draft !== null && field in draft;
    const text = isStored ? textOf(column, draft[field], cells[field] ?? '', kind, display) : '';
    return text === '' ? [] : [[field, text]];
  });
  return Object.fromEntries(entries);
}

/** The columns of a file, and its first rows as an import would store them. */
export function previewOf(
  { header, mapping, rows, saved }: ReadFile,
  kind: ImportKind,
  found: FoundColumns,
  taken: readonly TakenRow[],
  display: Display,
): Preview {
  const places = kind.columns.map(({ field }) => [field, found.places.get(field)?.place ?? null]);
  return {
    headings: [...header],
    sample: rows.map(({ cells }) => [...cells]),
    fields: kind.columns.map(({ field, heading, isNeeded = false, type = 'text' }) => ({
      field,
      heading: wordsOf(display, heading),
      is_required: isNeeded,
      type,
    })),
    mapping: { ...FOUND, ...mapping, columns: Object.fromEntries(places) },
    saved: saved === null ? null : { id: saved.id, name: saved.name },
    missing: found.missing.map(({ heading }) => wordsOf(display, heading)),
    rows: taken.map((one) => ({
      row: one.row.row,
      outcome: one.row.outcome,
      stored: storedOf(one, kind, display),
      faults: one.faults,
    })),
  };
}
