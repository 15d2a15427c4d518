import { toCsv } from './formats/csv.ts';
import { toPdf } from './formats/pdf.ts';
import { toXlsx } from './formats/xlsx.ts';
import type { Report, ReportFile } from './report.ts';

/** Maximum number of rows by format. A thousand rows of a PDF are about thirty pages. */
export const MAX_ROWS = { csv: 10_000, xlsx: 10_000, pdf: 2_000 } as const;

/** The file formats of a table. */
export type TableFormat = keyof typeof MAX_ROWS;

const WRITERS = { csv: toCsv, xlsx: toXlsx, pdf: toPdf } as const;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** Writes a report as a file of a format. */
export async function reportFile(report: Report, format: TableFormat): Promise<ReportFile> {
  const bytes = await WRITERS[format](report);
  return { name: `${report.fileStem}.${format}`, type: TYPES[format], bytes };
}
