import type { Viewer } from '../auth/index.ts';
import type { Transaction } from '../db/index.ts';
import { badRequest, type ErrorMessage } from '../errors.ts';
import type { Page } from '../paging.ts';
import type { TextKey } from '../texts.ts';
import { type Display, displayOf, wordsOf } from './display.ts';
import { readerOf } from './reader.ts';
import type { ReportFile } from './report.ts';
import { MAX_ROWS, reportFile, type TableFormat } from './report-file.ts';
import { type ColumnOf, tableOf } from './table.ts';

/** The rows of a list, and their format as a file. */
interface TableOf<T> {
  readonly title: TextKey;
  /** Prefix of the file's name, followed by the day. */
  readonly stem: string;
  /** The rows, with one more than a file may have if there are more. */
  readonly rows: readonly T[];
  readonly columns: (display: Display) => readonly ColumnOf<T>[];
  /** Facts above the rows; those without a value are omitted. */
  readonly facts?: readonly (readonly [label: TextKey, value: string | null])[];
  /** The displayed range. */
  readonly range?: string;
  /** IANA name of the zone of the moments; the viewer's zone, else UTC. */
  readonly timeZone?: string;
  /** The field and the error code for too many rows. */
  readonly tooMany?: {
    readonly field: string;
    readonly code: 'export.too_many_rows' | 'export.too_many_rows_search';
  };
}

/** The page that contains all rows of a file, and one more if there are too many. */
export const wholePage = <P extends Page>(page: P, format: TableFormat): P => ({
  ...page,
  offset: 0,
  limit: MAX_ROWS[format] + 1,
});

/**
 * Writes rows as a file, in the viewer's language, formats and units.
 *
 * @throws HttpError 400 if there are more rows than a file may have
 */
export async function tableFile<T>(
  trx: Transaction,
  viewer: Viewer,
  format: TableFormat,
  { tooMany = { field: 'format', code: 'export.too_many_rows' }, ...of }: TableOf<T>,
): Promise<ReportFile> {
  const most = MAX_ROWS[format];
  if (of.rows.length > most) {
    const detail: ErrorMessage = { code: tooMany.code, params: { most } };
    throw badRequest(detail, { errors: { [tooMany.field]: [detail] } });
  }
  const reader = await readerOf(trx, viewer);
  const display = displayOf(viewer, reader, of.timeZone ?? viewer.timeZone ?? 'UTC');
  const madeAtMs = Date.now();
  const facts = [
    ['report.fact.customer', reader.customer],
    ...(of.facts ?? []),
    ['report.fact.rows', String(of.rows.length)],
  ] as const;
  return reportFile(
    {
      title: wordsOf(display, of.title),
      facts: facts.flatMap(([label, value]) =>
        value === null ? [] : [[wordsOf(display, label), value] as const],
      ),
      table: tableOf(of.rows, of.columns(display)),
      display,
      madeAtMs,
      fileStem: `${of.stem}_${new Date(madeAtMs).toISOString().slice(0, 10)}`,
      range: of.range ?? '',
    },
    format,
  );
}

/** A list with pages as a file. */
interface ListOf<T> extends Pick<TableOf<T>, 'title' | 'stem'> {
  readonly columns: readonly ColumnOf<T>[] | ((display: Display) => readonly ColumnOf<T>[]);
  /** The first rows of the list, in its sort order. */
  readonly rows: (page: Page) => Promise<readonly T[]>;
}

/**
 * Writes a list as a file: all rows that match its search.
 *
 * @throws HttpError 400 if there are more rows than a file may have
 */
export async function listFile<T>(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  format: TableFormat,
  { title, stem, columns, rows }: ListOf<T>,
): Promise<ReportFile> {
  return tableFile(trx, viewer, format, {
    title,
    stem,
    rows: await rows(wholePage(page, format)),
    columns: typeof columns === 'function' ? columns : () => columns,
    facts: [['report.fact.search', page.search === '' ? null : page.search]],
    tooMany: { field: 'format', code: 'export.too_many_rows_search' },
  });
}
