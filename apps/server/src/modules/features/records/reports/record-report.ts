import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import type { RecordVehicle } from './records-reports.repository.ts';
import { photographsPart, reportPdf, signaturePart } from './records-reports-layout.ts';
import type { Pictures } from './records-reports-pictures.ts';

/** The title of a report in the reader's language. */
export const titleOf = (display: Display, kind: 'defect' | 'inspection' | 'check') =>
  wordsOf(display, `records.${kind}.title`);

/** The report of a record: its parts, the signature, and the photographs. */
export function recordReport(
  display: Display,
  report: {
    readonly kind: Parameters<typeof titleOf>[1];
    readonly vehicle: RecordVehicle;
    readonly reference: string;
    readonly parts: readonly object[];
    readonly signed: Parameters<typeof signaturePart>[1];
  },
  { logo, photographs, signature }: Pictures,
): PdfContent {
  const { customer, registration } = report.vehicle;
  const parts = [
    ...report.parts,
    signaturePart(display, report.signed, signature),
    ...photographsPart(display, photographs),
  ];
  const title = titleOf(display, report.kind);
  return reportPdf(
    display,
    { title, of: `${registration}, ${report.reference}`, customer, parts },
    logo,
  );
}
