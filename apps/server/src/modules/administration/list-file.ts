import type { Viewer } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { badRequest, type ErrorMessage } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import { type TextKey, textOf } from '../../platform/texts.ts';
import {
  type ColumnOf,
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
} from '../reports/index.ts';

/** Rows of a file; nobody reads more. */
const MAX_ROWS = { csv: 10_000, xlsx: 10_000, pdf: 2_000 } as const;

/** An administered list as a file: what it is called and how a record becomes a row. */
interface ListOf<T> {
  readonly title: TextKey;
  /** Start of the file's name. */
  readonly stem: string;
  readonly columns: readonly ColumnOf<T>[];
  /** The first rows of the list, in its order. */
  readonly rows: (page: Page) => Promise<readonly T[]>;
}

/**
 * Writes an administered list as a file, with whose it is and when it was made.
 *
 * @throws HttpError 400 for more rows than a file may have
 */
export async function listFile<T>(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  format: keyof typeof MAX_ROWS,
  { title, stem, columns, rows }: ListOf<T>,
): Promise<ReportFile> {
  const most = MAX_ROWS[format];
  const records = await rows({ ...page, offset: 0, limit: most + 1 });
  if (records.length > most) {
    const detail: ErrorMessage = { code: 'export.too_many_rows_search', params: { most } };
    throw badRequest(detail, { errors: { format: [detail] } });
  }
  const reader = await readerOf(trx, viewer);
  const display = displayOf(viewer, reader, viewer.timeZone ?? 'UTC');
  const madeAtMs = Date.now();
  const facts = [
    ['report.fact.customer', reader.customer],
    ['report.fact.search', page.search === '' ? null : page.search],
    ['report.fact.rows', String(records.length)],
  ] as const;
  return reportFile(
    {
      title: textOf(display.language, title),
      facts: facts.flatMap(([label, value]) =>
        value === null ? [] : [[textOf(display.language, label), value] as const],
      ),
      table: tableOf(records, columns),
      display,
      madeAtMs,
      fileStem: `${stem}_${new Date(madeAtMs).toISOString().slice(0, 10)}`,
      range: '',
    },
    format,
  );
}
