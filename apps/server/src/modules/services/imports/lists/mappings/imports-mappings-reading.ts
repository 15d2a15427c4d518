import { type contract, type FieldsOf, IMPORT_MAX_ROWS } from '@roadworthy/contract';
import type { ImportDelimiter } from '@roadworthy/domain';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { Database } from '../../../../../platform/db/index.ts';
import { orNotFound } from '../../../../../platform/errors.ts';
import { customerFor } from '../../../../core/customers/index.ts';
import { FileError } from '../../reading/file-error.ts';
import { isSpreadsheet, tableRows } from '../../reading/imports-reading-table.ts';
import type { TableRow } from '../../reading/table-row.ts';
import type { ImportKindName } from '../imports-lists-kind.ts';
import { type ImportMapping, type MappingRow, mappingsOf } from './imports-mappings.repository.ts';
import { headingsKey, movedMapping } from './imports-mappings-columns.ts';

/** More than a CSV file of the maximum size can contain. */
const MAX_CHARACTERS = 10_000_000;

/** How the columns of a file are chosen; neither for those saved for its headings, else by the headings. */
export type ChosenMapping = Pick<
  FieldsOf<typeof contract.imports.preview>,
  'customer' | 'mapping' | 'mapping_id'
>;

/** A file with the columns by which it is read. */
export interface ReadFile {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** XLSX; otherwise CSV. */
  readonly isSheet: boolean;
  /** Null to find the columns by their headings. */
  readonly mapping: ImportMapping | null;
  readonly saved: MappingRow | null;
}

type Table = Pick<ReadFile, 'header' | 'rows'>;

async function tableOf(path: string, delimiter: ImportDelimiter): Promise<Table> {
  const rows: TableRow[] = [];
  let characters = 0;
  for await (const row of tableRows(path, IMPORT_MAX_ROWS, delimiter)) {
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    // In a spreadsheet, all cells can share one long text.
    if (characters > MAX_CHARACTERS) throw new FileError('upload.file.bomb');
    rows.push(row);
  }
  const [header, ...others] = rows;
  if (header === undefined) throw new FileError('upload.file.noRows');
  return { header: header.cells, rows: others };
}

/** The columns that were saved last for the headings of a table. */
function savedFor({ header }: Table, all: readonly MappingRow[]): MappingRow | undefined {
  const key = headingsKey(header);
  return all
    .filter(({ headings_key }) => headings_key === key)
    .sort((a, b) => b.changed_ms - a.changed_ms)[0];
}

/**
 * Reads a file with the chosen columns, with those that are saved for the same headings, or by its headings.
 *
 * @throws FileError for a file that cannot be read; HttpError 400 for another customer, 404 for saved columns
 *   that are not visible
 */
export async function readFileFor(
  db: Database,
  viewer: Viewer,
  kind: ImportKindName,
  { customer, mapping, mapping_id }: ChosenMapping,
  path: string,
): Promise<ReadFile> {
  const saved = await db.asViewer(viewer, async (trx) =>
    mappingsOf(trx, await customerFor(trx, viewer, customer), kind),
  );
  const isSheet = await isSpreadsheet(path);
  if (mapping !== undefined) {
    const table = await tableOf(path, mapping.delimiter);
    return { ...table, isSheet, mapping, saved: null };
  }
  const use = (table: Table, one: MappingRow): ReadFile => ({
    ...table,
    isSheet,
    mapping: movedMapping(table.header, one),
    saved: one,
  });
  if (mapping_id !== undefined) {
    const one = orNotFound(saved.find(({ id }) => id === mapping_id));
    return use(await tableOf(path, one.mapping.delimiter), one);
  }
  const table = await tableOf(path, 'auto');
  const found = savedFor(table, saved);
  if (found !== undefined) return use(table, found);
  const others = new Set(isSheet ? [] : saved.map((one) => one.mapping.delimiter));
  others.delete('auto');
  for (const delimiter of others) {
    const other = await tableOf(path, delimiter);
    const one = savedFor(other, saved);
    if (one?.mapping.delimiter === delimiter) return use(other, one);
  }
  return { ...table, isSheet, mapping: null, saved: null };
}
