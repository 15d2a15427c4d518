import { formatDateTime, formatMoney } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import { recordReport } from './record-report.ts';
import type { DefectRecord } from './records-reports.repository.ts';
import { factsTable, heading, listTable } from './records-reports-layout.ts';
import type { Pictures } from './records-reports-pictures.ts';
import { vehicleFacts } from './vehicle-facts.ts';

type Step = readonly [label: TextKey, at: Date | null, by: string | null, what: string | null];

/** Table of the steps from report to sign-off, with name and time; future steps show as open. */
function course(display: Display, record: DefectRecord['record']): object {
  const steps: readonly Step[] = [
    ['records.reported', record.reported_at, record.reported_by, null],
    ['records.assessed', record.assessed_at, record.assessed_by, record.assessment],
    ['records.assigned', record.assigned_at, record.assigned_by, record.repairer],
    ['records.repaired', record.repaired_at, record.repaired_by, record.repair],
    ['records.signedOff', record.signed_off_at, record.signed_off_by, null],
  ];
  const rows = steps.map(([label, at, by, what]) => [
    wordsOf(display, label),
    at === null ? wordsOf(display, 'records.open') : formatDateTime(at.getTime(), display.dates),
    by,
    what,
  ]);
  return listTable(
    display,
    [
      ['records.step', 'auto'],
      ['records.when', 'auto'],
      ['records.who', 'auto'],
      ['records.what', '*'],
    ],
    rows,
  );
}

/** Cost of labour and of parts; null if neither is known. */
function costs(display: Display, record: DefectRecord['record']): string | null {
  const { labour_cost: labour, parts_cost: parts } = record;
  if (labour === null && parts === null) return null;
  const money = (amount: string | null) =>
    formatMoney(Number(amount ?? 0), display.currency, display.locale);
  return `${money(labour)}, ${money(parts)}`;
}

/**
 * The report of a defect: vehicle, findings, who reported and assessed it and when, the repair with
 * repairer and time, the sign-off and the photographs.
 */
export function defectReport(
  { vehicle, record }: DefectRecord,
  pictures: Pictures,
  display: Display,
): PdfContent {
  const items = record.items.map(({ name, severity, finding, remedy }) => [
    knownText(display.language, name),
    wordsOf(display, `records.severity.${severity}`),
    knownText(display.language, finding),
    remedy,
  ]);
  const { signed_off_at: at, signed_off_by: name } = record;
  const parts = [
    factsTable(display, vehicleFacts(display, 'DEFECT', vehicle, record)),
    heading(wordsOf(display, 'records.items')),
    listTable(
      display,
      [
        ['records.item', 'auto'],
        ['records.severity', 'auto'],
        ['records.finding', '*'],
        ['records.remedy', '*'],
      ],
      items,
    ),
    heading(wordsOf(display, 'records.course')),
    course(display, record),
    ...(record.job_number === null && costs(display, record) === null
      ? []
      : [
          factsTable(display, [
            ['records.fact.job', record.job_number],
            ['records.fact.cost', costs(display, record)],
          ]),
        ]),
  ];
  const signed = at === null || name === null ? null : { name, at };
  const reference = record.reference_number;
  return recordReport(display, { kind: 'defect', vehicle, reference, parts, signed }, pictures);
}
