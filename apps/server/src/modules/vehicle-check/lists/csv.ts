import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import type { TextKey } from '../../../platform/texts.ts';
import { refused } from '../../records/index.ts';
import {
  type ColumnOf,
  type Display,
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
  wordsOf,
} from '../../reports/index.ts';

/** Rows of a file; nobody reads more. */
const MAX_ROWS = 10_000;

/**
 * The address of a list's rows as CSV, which its answer carries: the same query without a page.
 *
 * @param path of the call that answers the file
 */
export function csvAddress(path: string, query: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== 'page' && name !== 'pageSize' && value !== undefined && value !== '',
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** The page that holds all rows of a file, and one more where there are too many. */
export const wholePage = (page: Page): Page => ({ ...page, offset: 0, limit: MAX_ROWS + 1 });

/**
 * Writes rows as CSV, in the viewer's language, formats and units.
 *
 * @param timeZone of its moments
 * @throws HttpError 400 for more rows than a file may have
 */
export async function csvOf<T>(
  trx: Transaction,
  viewer: Viewer,
  of: {
    readonly title: TextKey;
    readonly stem: string;
    readonly timeZone: string;
    readonly columns: (display: Display) => readonly ColumnOf<T>[];
    readonly rows: readonly T[];
  },
): Promise<ReportFile> {
  if (of.rows.length > MAX_ROWS) {
    throw refused('search', { code: 'export.too_many_rows', params: { most: MAX_ROWS } });
  }
  const display = displayOf(viewer, await readerOf(trx, viewer), of.timeZone);
  const madeAtMs = Date.now();
  return reportFile(
    {
      title: wordsOf(display, of.title),
      facts: [],
      table: tableOf(of.rows, of.columns(display)),
      display,
      madeAtMs,
      fileStem: `${of.stem}_${new Date(madeAtMs).toISOString().slice(0, 10)}`,
      range: '',
    },
    'csv',
  );
}
