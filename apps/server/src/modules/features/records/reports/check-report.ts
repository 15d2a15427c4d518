import { formatDateTime } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { clockOf, type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { recordReport } from './record-report.ts';
import type { CheckRecord } from './records-reports.repository.ts';
import { factsTable, heading, listTable } from './records-reports-layout.ts';
import type { Pictures } from './records-reports-pictures.ts';
import { vehicleFacts } from './vehicle-facts.ts';

type Check = CheckRecord['record'];

/** Checked items by section, with their results. */
export function itemsPart(display: Display, { items }: Pick<Check, 'items'>): object[] {
  const sections = [...new Set(items.map(({ section }) => section))];
  return sections.flatMap((section) => [
    ...(section === ''
      ? []
      : [
          {
            text: knownText(display.language, section),
            tag: 'H3',
            bold: true,
            margin: [0, 6, 0, 2],
          },
        ]),
    listTable(
      display,
      [
        ['records.item', '*'],
        ['records.result', 'auto'],
        ['records.severity', 'auto'],
        ['records.note', '*'],
      ],
      items
        .filter((item) => item.section === section)
        .map(({ name, result, severity, note }) => [
          knownText(display.language, name),
          wordsOf(display, `records.result.${result}`),
          severity === null ? null : wordsOf(display, `records.severity.${severity}`),
          note,
        ]),
    ),
  ]);
}

/**
 * The report of a driver check: vehicle, driver, place and duration, every item with its result,
 * the signed declaration and the photographs. A check without defects is stated as such.
 */
export function checkReport(
  { vehicle, record }: CheckRecord,
  pictures: Pictures,
  display: Display,
): PdfContent {
  const { checked_at: checkedAt, duration_s: durationS, defects } = record;
  const result =
    defects === 0
      ? wordsOf(display, 'records.nilDefects')
      : wordsOf(display, 'records.defectsFound', { count: String(defects) });
  const parts = [
    factsTable(display, [
      ...vehicleFacts(display, 'DRIVER_CHECK', vehicle, record),
      ['records.fact.checked', formatDateTime(checkedAt.getTime(), display.dates)],
      ['records.fact.duration', durationS === null ? null : clockOf(durationS)],
      ['records.fact.combination', record.combination],
      ['records.fact.driver', record.driver],
      ['records.fact.depot', record.depot_name],
      ['records.fact.result', result],
      ['records.fact.defect', record.defect_number],
    ]),
    heading(wordsOf(display, 'records.checked')),
    ...itemsPart(display, record),
    heading(wordsOf(display, 'records.declaration')),
    { text: record.declaration },
  ];
  const signed = record.signed_by === null ? null : { name: record.signed_by, at: checkedAt };
  const reference = record.reference_number;
  return recordReport(display, { kind: 'check', vehicle, reference, parts, signed }, pictures);
}
