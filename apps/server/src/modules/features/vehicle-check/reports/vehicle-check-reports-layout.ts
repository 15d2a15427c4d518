import { distanceFromMetres, formatDate, formatDateTime, formatNumber } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { placeText } from '../../../../platform/known-texts.ts';
import { clockOf, type Display, wordsOf } from '../../../../platform/tables/index.ts';
import {
  factsTable,
  heading,
  itemsPart,
  listTable,
  photographsPart,
  type recordPhotos,
  reportPdf,
  signaturePart,
} from '../../records/index.ts';
import type { StoredReport } from './vehicle-check-reports.repository.ts';
import type { WholeReport } from './vehicle-check-reports-answer.ts';

export type ReportPictures = Awaited<ReturnType<typeof recordPhotos>>;

const titleOf = (display: Display, { kind }: Pick<StoredReport, 'kind'>) =>
  wordsOf(display, `vehicleCheck.type.${kind}`);

function factsPart(display: Display, report: StoredReport): object {
  const { odometer_m: odometerM, duration_s: durationS, defects, place } = report;
  const odometer =
    odometerM === null
      ? null
      : formatNumber(distanceFromMetres(Number(odometerM), display.unit), display.locale, 0);
  const took = durationS === null ? null : clockOf(durationS);
  return factsTable(display, [
    ['records.fact.registration', report.registration],
    ['records.fact.customer', report.customer],
    ['records.fact.model', report.manufacturer_model],
    ['records.fact.vin', report.vin],
    ['records.fact.reference', report.reference_number],
    ['records.fact.depot', report.depot?.name ?? null],
    ['records.fact.checked', formatDateTime(report.done_at.getTime(), display.dates)],
    [
      'records.fact.duration',
      took !== null && report.is_short
        ? `${took} (${wordsOf(display, 'report.column.tooShort')})`
        : took,
    ],
    ['vehicleCheck.author', report.author],
    ['records.fact.place', place === null ? null : placeText(display.language, place)],
    ['records.fact.odometer', odometer],
    [
      'records.fact.result',
      defects === 0
        ? wordsOf(display, 'records.nilDefects')
        : wordsOf(display, 'records.defectsFound', { count: String(defects) }),
    ],
    ['records.fact.defect', report.defect_number],
    ['records.fact.zone', display.dates.timeZone],
  ]);
}

function damagesPart(display: Display, damages: WholeReport['damages']): object[] {
  if (damages.length === 0) return [];
  return [
    heading(wordsOf(display, 'vehicleCheck.type.DMG')),
    listTable(
      display,
      [
        ['report.column.part', 'auto'],
        ['report.column.description', '*'],
        ['records.severity', 'auto'],
        ['report.column.fixed', 'auto'],
      ],
      damages.map(({ part, description, severity, fixed_at: fixedAt }) => [
        wordsOf(display, `vehicleCheck.zone.${part}` as 'vehicleCheck.zone.front'),
        description,
        wordsOf(display, `records.severity.${severity}`),
        fixedAt === null ? null : formatDate(fixedAt.getTime(), display.dates),
      ]),
    ),
  ];
}

/** The content below the title of a report of any type. */
export function reportParts(
  { report, damages }: WholeReport,
  pictures: ReportPictures,
  display: Display,
): object[] {
  const signed = report.signed_by === null ? null : { name: report.signed_by, at: report.done_at };
  return [
    factsPart(display, report),
    heading(wordsOf(display, 'records.checked')),
    ...itemsPart(display, report),
    ...damagesPart(display, damages),
    heading(wordsOf(display, 'records.declaration')),
    ...(report.declaration === '' ? [] : [{ text: report.declaration }]),
    signaturePart(display, signed, pictures.signature),
    ...photographsPart(display, pictures.photographs),
  ];
}

/** The heading of a report in a document of several. */
export function reportTitle({ report }: WholeReport, display: Display): string {
  return `${report.registration}, ${titleOf(display, report)} ${report.reference_number}`;
}

/**
 * A report of any type: vehicle, person and time, every item, damages, declaration, photographs.
 */
export function wholeReportPdf(
  whole: WholeReport,
  pictures: ReportPictures,
  display: Display,
): PdfContent {
  const { report } = whole;
  const of = `${report.registration}, ${report.reference_number}`;
  const parts = reportParts(whole, pictures, display);
  const title = titleOf(display, report);
  return reportPdf(display, { title, of, customer: report.customer, parts }, pictures.logo);
}
