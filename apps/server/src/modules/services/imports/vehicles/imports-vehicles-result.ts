import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  type ColumnOf,
  displayOf,
  type ReportFile,
  readerOf,
  reportFile,
  tableOf,
} from '../../../../platform/tables/index.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { type ResultRow, resultRows, type UploadRow } from './imports-vehicles.repository.ts';

/** The columns of a result, with its outcomes in a language. */
function columnsOf(language: string, isCheck: boolean): readonly ColumnOf<ResultRow>[] {
  const outcomeOf = ({ outcome }: ResultRow) =>
    textOf(
      languageOf(language),
      outcome === null
        ? 'upload.outcome.left'
        : isCheck && outcome !== 'error'
          ? `upload.wouldBe.${outcome}`
          : `upload.outcome.${outcome}`,
    );
  return [
    { name: 'report.column.row', type: 'count', value: ({ row_number: row }) => row },
    { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
    { name: 'report.column.outcome', type: 'text', value: outcomeOf },
    { name: 'report.column.message', type: 'text', value: ({ texts }) => texts.join(' ') },
  ];
}

/**
 * Exports the outcome of each row of an upload; escapes what a spreadsheet would take for a
 * formula.
 */
export async function resultFile(
  trx: Transaction,
  viewer: Viewer,
  upload: UploadRow,
  { format, errors }: QueryOf<typeof contract.imports.result>,
): Promise<ReportFile> {
  const rows = await resultRows(trx, upload.id, errors);
  const reader = await readerOf(trx, viewer);
  const language = languageOf(viewer.language);
  const facts = [
    ['report.fact.customer', upload.customer_name],
    ['report.fact.file', upload.file_name],
    ['report.fact.rows', String(rows.length)],
  ] as const;
  return reportFile(
    {
      title: textOf(language, 'upload.result.title'),
      facts: facts.map(([label, value]) => [textOf(language, label), value] as const),
      table: tableOf(rows, columnsOf(viewer.language, upload.is_check)),
      display: displayOf(viewer, reader, viewer.timeZone ?? 'UTC'),
      madeAtMs: Date.now(),
      fileStem: `vehicle-upload_${upload.id}${errors ? '_errors' : ''}`,
      range: '',
    },
    format,
  );
}
