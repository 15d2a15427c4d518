import { type FigureLimits, formatDateTime, formatNumber, meetsLimit } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { referenceOf } from '../../../../platform/texts.ts';
import { faultTitle } from '../notes/records-notes-texts.ts';
import { recordReport } from './record-report.ts';
import type { InspectionRecord } from './records-reports.repository.ts';
import { factsTable, heading, listTable } from './records-reports-layout.ts';
import type { Pictures } from './records-reports-pictures.ts';
import { vehicleFacts } from './vehicle-facts.ts';

type Inspection = InspectionRecord['record'];

function measured(display: Display, figure: number | null): string | null {
  return figure === null ? null : formatNumber(figure, display.locale);
}

/** Inspected items by section, with their results. */
function itemsPart(display: Display, { items }: Inspection): object[] {
  const sections = [...new Set(items.map(({ section }) => section))];
  return sections.flatMap((section) => [
    { text: knownText(display.language, section), tag: 'H3', bold: true, margin: [0, 6, 0, 2] },
    listTable(
      display,
      [
        ['records.item', '*'],
        ['records.result', 'auto'],
        ['records.note', '*'],
        ['records.repairedBy', 'auto'],
      ],
      items
        .filter((item) => item.section === section)
        .map(({ name, result, note, repaired_by: by }) => [
          knownText(display.language, name),
          wordsOf(display, `records.result.${result}`),
          note,
          by,
        ]),
    ),
  ]);
}

/** Whether a figure meets its threshold, as text; null if one of the two is missing. */
function verdict(display: Display, figure: number | null, least: number | null): string | null {
  const isMet = meetsLimit(figure, least);
  if (isMet === null) return null;
  return wordsOf(display, isMet ? 'records.figure.met' : 'records.figure.below');
}

type BrakeTest = NonNullable<InspectionRecord['brakeTest']>;

/** How the brakes were tested in detail: method, load, imbalance, result with reasons, risk assessment. */
function brakeTestPart(display: Display, { assessed, figures, result }: BrakeTest): object[] {
  const number = (value: number) => formatNumber(value, display.locale);
  const imbalances = assessed.imbalances.flatMap((imbalance, n) =>
    imbalance === null
      ? []
      : [
          wordsOf(display, 'brakes.imbalanceOf', {
            axle: String(n + 1),
            percent: number(imbalance),
          }),
        ],
  );
  const temperatures = figures.axles.flatMap((axle, n) =>
    axle.hot_left === null || axle.hot_right === null
      ? []
      : [
          wordsOf(display, 'brakes.temperatureOf', {
            axle: String(n + 1),
            left: number(axle.hot_left),
            right: number(axle.hot_right),
          }),
        ],
  );
  const lines = [
    wordsOf(display, `brakes.method.${figures.method}`),
    ...(figures.load === null
      ? []
      : [wordsOf(display, 'brakes.loadOf', { load: number(figures.load) })]),
    ...imbalances,
    ...temperatures,
    `${wordsOf(display, 'records.figure')}: ${wordsOf(display, `brakes.result.${result}`)}`,
    ...assessed.reasons.map((reason) => wordsOf(display, `brakes.reason.${reason}`)),
    ...(figures.assessment === ''
      ? []
      : [
          wordsOf(display, 'brakes.assessedAs', {
            text: figures.assessment,
            name: figures.assessed_by,
          }),
        ]),
  ];
  return lines.map((text) => ({ text, margin: [0, 0, 0, 2] }));
}

function brakesPart(
  display: Display,
  { brakeTest, limits, record }: Pick<InspectionRecord, 'brakeTest' | 'limits' | 'record'>,
): object[] {
  const top = heading(wordsOf(display, 'records.brakes'));
  const { brake_method: method, is_brake_test_laden: isLaden } = record;
  const detail = brakeTest === undefined ? [] : brakeTestPart(display, brakeTest);
  if (method === null && detail.length > 0) return [top, ...detail];
  if (method === null) return [top, { text: wordsOf(display, 'records.brakes.none') }];
  const load = isLaden === true ? 'records.brakes.laden' : 'records.brakes.unladen';
  const how = wordsOf(display, `records.brakes.${method}`);
  const rows = [
    ['records.brake.service', record.brake_service_pct, limits.brake_service_pct],
    ['records.brake.secondary', record.brake_secondary_pct, limits.brake_secondary_pct],
    ['records.brake.parking', record.brake_parking_pct, limits.brake_parking_pct],
  ] as const;
  return [
    top,
    {
      text: isLaden === null ? how : `${how}, ${wordsOf(display, load)}`,
      margin: [0, 0, 0, 4],
    },
    listTable(
      display,
      [
        ['records.brake', '*'],
        ['records.efficiency', 'auto', 'right'],
        ['records.least', 'auto', 'right'],
        ['records.figure', 'auto'],
      ],
      rows.map(([label, figure, least]) => [
        wordsOf(display, label),
        measured(display, figure),
        measured(display, least),
        verdict(display, figure, least),
      ]),
    ),
    ...detail,
  ];
}

function tyresPart(display: Display, { tyres }: Inspection, limits: FigureLimits): object[] {
  if (tyres.length === 0) return [];
  const rows = tyres.map(({ position, tread_mm: tread, pressure_kpa: pressure }) => [
    position,
    measured(display, tread),
    measured(display, limits.tread_mm),
    verdict(display, tread, limits.tread_mm),
    measured(display, pressure),
  ]);
  return [
    heading(wordsOf(display, 'records.tyres')),
    listTable(
      display,
      [
        ['records.tyre.position', '*'],
        ['records.tyre.tread', 'auto', 'right'],
        ['records.least', 'auto', 'right'],
        ['records.figure', 'auto'],
        ['records.tyre.pressure', 'auto', 'right'],
      ],
      rows,
    ),
  ];
}

/** The notes about faults that the inspector answered. */
function notesPart(display: Display, notes: InspectionRecord['notes']): object[] {
  if (notes.length === 0) return [];
  const rows = notes.map((one) => [
    faultTitle(referenceOf(display.language), one),
    `${one.note} (${one.author})`,
    one.answer,
  ]);
  return [
    heading(wordsOf(display, 'records.faultNotes')),
    listTable(
      display,
      [
        ['records.fault', '*'],
        ['records.note', '*'],
        ['records.answer', '*'],
      ],
      rows,
    ),
  ];
}

/**
 * The report of a safety inspection: vehicle, odometer and place, items with their results, brake
 * and tyre figures, inspector and date, the signed declaration and the photographs.
 */
export function inspectionReport(
  { brakeTest, limits, notes, record, vehicle }: InspectionRecord,
  pictures: Pictures,
  display: Display,
): PdfContent {
  const { inspector, signed_at: signedAt, is_roadworthy: isRoadworthy } = record;
  const result = wordsOf(display, isRoadworthy ? 'records.roadworthy' : 'records.notRoadworthy');
  const inspectedAt = formatDateTime(record.inspected_at.getTime(), display.dates);
  const parts = [
    factsTable(display, [
      ...vehicleFacts(display, 'SAFETY_INSPECTION', vehicle, record),
      ['records.fact.inspected', inspectedAt],
      ['records.fact.inspector', inspector],
      ['records.fact.result', result],
    ]),
    heading(wordsOf(display, 'records.checked')),
    ...itemsPart(display, record),
    ...brakesPart(display, { brakeTest, limits, record }),
    ...tyresPart(display, record, limits),
    ...notesPart(display, notes),
    heading(wordsOf(display, 'records.declaration')),
    { text: record.declaration },
  ];
  const signed = signedAt === null ? null : { name: inspector, at: signedAt };
  const reference = record.reference_number;
  return recordReport(display, { kind: 'inspection', vehicle, reference, parts, signed }, pictures);
}
