import { formatDateTime } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { factsTable, listTable, reportPdf } from '../../records/index.ts';
import type { ReportListRow } from '../lists/vehicle-check-lists.repository.ts';
import type { WholeReport } from '../reports/vehicle-check-reports-answer.ts';
import {
  type ReportPictures,
  reportParts,
  reportTitle,
} from '../reports/vehicle-check-reports-layout.ts';

/** Header and footer of all pages of a month. */
export interface MonthHead {
  readonly title: string;
  readonly depot: string;
  readonly customer: string;
  readonly logo: string | null;
}

/** Page numbers continue through the document; the total is not known in advance. */
function continued(content: PdfContent, display: Display, pagesBefore: number): PdfContent {
  return {
    // Tags of separately created parts cannot be merged.
    definition: { ...content.definition, tagged: false },
    footer: {
      left: content.footer.left,
      pageOf: wordsOf(display, 'vehicleCheck.month.page'),
      pagesBefore,
    },
  };
}

/** The first pages: depot, month and a list of the reports. */
export function monthCover(
  head: MonthHead,
  rows: readonly ReportListRow[],
  display: Display,
): PdfContent {
  const failed = rows.filter(({ defects }) => defects > 0).length;
  const parts = [
    factsTable(display, [
      ['records.fact.customer', head.customer],
      ['records.fact.depot', head.depot],
      ['vehicleCheck.month.reports', String(rows.length)],
      ['vehicleCheck.month.failed', String(failed)],
      ['records.fact.zone', display.dates.timeZone],
    ]),
    { text: '', margin: [0, 6, 0, 0] },
    rows.length === 0
      ? { text: wordsOf(display, 'report.empty'), italics: true }
      : listTable(
          display,
          [
            ['report.column.date', 'auto'],
            ['report.column.vehicle', 'auto'],
            ['vehicleCheck.author', '*'],
            ['report.column.reference', 'auto'],
            ['report.column.defects', 'auto', 'right'],
          ],
          rows.map((row) => [
            formatDateTime(row.done_at.getTime(), display.dates),
            row.registration,
            row.author,
            row.reference_number,
            String(row.defects),
          ]),
        ),
  ];
  const of = head.depot;
  const { title, customer } = head;
  return continued(reportPdf(display, { title, of, customer, parts }, head.logo), display, 0);
}

/** Some reports, each starting on a new page. */
export function monthPages(
  head: MonthHead,
  reports: readonly { readonly whole: WholeReport; readonly pictures: ReportPictures }[],
  display: Display,
  pagesBefore: number,
): PdfContent {
  const parts = reports.flatMap(({ whole, pictures }, n) => {
    const text = reportTitle(whole, display);
    const first = n === 0 ? {} : { pageBreak: 'before' };
    const title = { text, fontSize: 14, bold: true, margin: [0, 0, 0, 6], ...first };
    return [title, ...reportParts(whole, pictures, display)];
  });
  const { customer, depot } = head;
  const content = reportPdf(display, { title: head.title, of: depot, customer, parts }, null);
  // Only the cover page has the document title.
  const definition = { ...content.definition, content: parts };
  return continued({ ...content, definition }, display, pagesBefore);
}
