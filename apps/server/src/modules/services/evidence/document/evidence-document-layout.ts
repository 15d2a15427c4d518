import { EVIDENCE_KINDS, type EvidenceKind, formatDateTime } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { factsTable, heading, listTable } from '../../../features/records/index.ts';
import type { EvidenceRecord, EvidenceVehicle } from '../content/evidence-content.repository.ts';
import { rowOf } from './evidence-document-rows.ts';

/** What all pages of a pack say. */
export interface PackHead {
  readonly subject: string;
  readonly customer: string;
  /** The days of the period, as a text. */
  readonly range: string;
  readonly madeBy: string;
  readonly fingerprint: string;
}

/** A chapter: the records of one kind of one vehicle. */
export interface Chapter {
  readonly vehicle: EvidenceVehicle;
  readonly kind: EvidenceKind;
  readonly records: number;
  /** Its first page, from 1 after the contents. */
  readonly page: number;
}

export const kindText = (display: Display, kind: EvidenceKind) =>
  wordsOf(display, `evidence.kind.${kind}`);

/** Some pages of a pack. Tags of separately made parts cannot be merged. */
export function packPages(
  head: PackHead,
  display: Display,
  content: readonly object[],
  pagesBefore: number | null,
): PdfContent {
  return {
    definition: {
      pageSize: 'A4',
      pageMargins: [40, 40, 40, 44],
      tagged: false,
      language: display.locale,
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      content,
    },
    footer: {
      left: `${head.subject} · ${head.range}`,
      pageOf: pagesBefore === null ? '' : wordsOf(display, 'evidence.page'),
      pagesBefore: pagesBefore ?? 0,
    },
  };
}

const title = (text: string, fontSize = 18) => ({
  text,
  fontSize,
  bold: true,
  margin: [0, 0, 0, 8],
});

/** The first pages: what the pack contains, how it is verified, and where each chapter begins. */
export function contentsPages(
  head: PackHead,
  display: Display,
  chapters: readonly Chapter[],
  vehicles: number,
): PdfContent {
  const sums = EVIDENCE_KINDS.map((kind) => ({
    kind,
    records: chapters.reduce((sum, one) => sum + (one.kind === kind ? one.records : 0), 0),
  })).filter(({ records }) => records > 0);
  const rows = chapters.map(({ vehicle, kind, records, page }) => [
    vehicle.registration,
    kindText(display, kind),
    String(records),
    String(page),
  ]);
  return packPages(
    head,
    display,
    [
      title(wordsOf(display, 'evidence.title')),
      factsTable(display, [
        ['evidence.subject', head.subject],
        ['records.fact.customer', head.customer],
        ['report.fact.range', head.range],
        ['records.fact.zone', display.dates.timeZone],
        ['evidence.madeBy', head.madeBy],
        ['evidence.madeAt', formatDateTime(Date.now(), display.dates)],
        ['evidence.vehicles', String(vehicles)],
        ['evidence.records', String(sums.reduce((sum, { records }) => sum + records, 0))],
      ]),
      heading(wordsOf(display, 'evidence.proof')),
      { text: wordsOf(display, 'evidence.proofText'), margin: [0, 0, 0, 4] },
      { text: wordsOf(display, 'evidence.fingerprint', { fingerprint: head.fingerprint }) },
      heading(wordsOf(display, 'evidence.contents')),
      rows.length === 0
        ? { text: wordsOf(display, 'report.empty'), italics: true }
        : listTable(
            display,
            [
              ['records.fact.registration', 'auto'],
              ['evidence.chapter', '*'],
              ['evidence.records', 'auto', 'right'],
              ['evidence.pageColumn', 'auto', 'right'],
            ],
            rows,
          ),
    ],
    null,
  );
}

/** The page that begins a vehicle. */
export const vehiclePart = (
  display: Display,
  vehicle: EvidenceVehicle,
  counts: readonly (readonly [EvidenceKind, number])[],
): object[] => [
  title(vehicle.registration),
  factsTable(display, [
    ['records.fact.registration', vehicle.registration],
    ['records.fact.model', vehicle.manufacturer_model],
    ['records.fact.vin', vehicle.vin],
  ]),
  { text: '', margin: [0, 4, 0, 0] },
  listTable(
    display,
    [
      ['evidence.chapter', '*'],
      ['evidence.records', 'auto', 'right'],
    ],
    counts.map(([kind, count]) => [kindText(display, kind), String(count)]),
  ),
];

/** The list of some records of a kind. */
export const listPart = (
  display: Display,
  kind: EvidenceKind,
  registration: string,
  records: readonly EvidenceRecord[],
): object[] => [
  title(`${registration}: ${kindText(display, kind)}`, 14),
  listTable(
    display,
    [
      ['report.column.date', 'auto'],
      ['report.column.reference', 'auto'],
      ['report.column.description', '*'],
      ['records.fact.result', 'auto'],
    ],
    records.map((record) => rowOf(kind, record, display)),
  ),
];

/** The title of one record, on a new page or below the one before it. */
export const recordTitle = (
  display: Display,
  kind: EvidenceKind,
  record: EvidenceRecord,
  isFirst: boolean,
): object => {
  const [when = '', reference = ''] = rowOf(kind, record, display);
  return {
    ...title([kindText(display, kind), reference, when].filter(Boolean).join(' · '), 13),
    ...(isFirst ? {} : { pageBreak: 'before' }),
  };
};

interface Step {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly note: string;
}

/** The history of a record: each step with person and time. */
export function historyPart(display: Display, { history }: EvidenceRecord): object[] {
  if (history.length === 0) return [];
  const rows = (history as readonly Step[]).map(({ at, by, action, note }) => [
    formatDateTime(Date.parse(at), display.dates),
    by,
    action.replaceAll('_', ' '),
    note,
  ]);
  return [
    heading(wordsOf(display, 'evidence.history')),
    listTable(
      display,
      [
        ['records.when', 'auto'],
        ['records.who', 'auto'],
        ['records.step', 'auto'],
        ['records.note', '*'],
      ],
      rows,
    ),
  ];
}
