import { toCsv } from './formats/csv.ts';
import { toPdf } from './formats/pdf.ts';
import { toXlsx } from './formats/xlsx.ts';
import type { Report, ReportFile } from './report.ts';

/** The most rows of a file by its format. A thousand rows of a PDF are some thirty pages. */
export const MAX_ROWS = { csv: 10_000, xlsx: 10_000, pdf: 2_000 } as const;

/** The formats that a table is written in. */
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
