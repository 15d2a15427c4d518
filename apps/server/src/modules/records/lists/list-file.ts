import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
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
import { refused } from '../intake/accepted.ts';

/** Rows of a file; nobody reads more. */
export const MAX_ROWS = { csv: 10_000, xlsx: 10_000, pdf: 2_000 } as const;

/**
 * A list of records as a file, in the viewer's language, formats and zone (UTC without one).
 *
 * @param rows one more than a file may have where there are more
 * @throws HttpError 400 for more rows than a file may have
 */
export async function recordListFile<T>(
  trx: Transaction,
  viewer: Viewer,
  format: keyof typeof MAX_ROWS,
  {
    title,
    stem,
    rows,
    columns,
    range = '',
  }: {
    readonly title: TextKey;
    readonly stem: string;
    readonly rows: readonly T[];
    readonly columns: (display: Display) => readonly ColumnOf<T>[];
    readonly range?: string;
  },
): Promise<ReportFile> {
  const most = MAX_ROWS[format];
  if (rows.length > most) {
    throw refused('format', { code: 'export.too_many_rows', params: { most } });
  }
  const reader = await readerOf(trx, viewer);
  const display = displayOf(viewer, reader, viewer.timeZone ?? 'UTC');
  const madeAtMs = Date.now();
  const { customer } = reader;
  return reportFile(
    {
      title: wordsOf(display, title),
      facts: [
        ...(customer === null
          ? []
          : [[wordsOf(display, 'report.fact.customer'), customer] as const]),
        [wordsOf(display, 'report.fact.rows'), String(rows.length)],
      ],
      table: tableOf(rows, columns(display)),
      display,
      madeAtMs,
      fileStem: `${stem}_${new Date(madeAtMs).toISOString().slice(0, 10)}`,
      range,
    },
    format,
  );
}
