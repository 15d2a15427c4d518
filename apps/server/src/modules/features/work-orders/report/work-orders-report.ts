import { formatDate, formatDateTime, formatMoney, formatNumber } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import {
  factsTable,
  heading,
  listTable,
  type Pictures,
  photographsPart,
  reportPdf,
  signaturePart,
} from '../../records/index.ts';
import type { WorkOrderTimeRow } from '../times/work-orders-times.repository.ts';
import type { defectsOfOrder, FoundOrder, WorkOrderLineRow } from '../work-orders.repository.ts';
import type { documentFacts } from './work-orders-report.repository.ts';

/** All that the document of an order shows. */
export interface ReportedOrder {
  readonly order: FoundOrder;
  readonly facts: Awaited<ReturnType<typeof documentFacts>>;
  readonly lines: readonly WorkOrderLineRow[];
  readonly defects: Awaited<ReturnType<typeof defectsOfOrder>>;
  readonly times: readonly WorkOrderTimeRow[];
}

const HOUR_MS = 3_600_000;

function linesPart(display: Display, lines: readonly WorkOrderLineRow[]): object[] {
  if (lines.length === 0) return [];
  const money = (amount: string | null) =>
    amount === null ? null : formatMoney(Number(amount), display.currency, display.locale);
  const rows = lines
    .filter((line) => !line.is_superseded)
    .map((line) => [
      wordsOf(display, `workOrder.line.${line.kind}`),
      line.invoice_number === null
        ? line.description
        : `${line.description}, ${line.invoice_number}`,
      formatNumber(Number(line.quantity), display.locale, 2),
      money(line.unit_price),
      money(line.net),
      money(line.vat),
    ]);
  return [
    heading(wordsOf(display, 'workOrder.lines')),
    listTable(
      display,
      [
        ['workOrder.line.kind', 'auto'],
        ['workOrder.line.description', '*'],
        ['workOrder.line.quantity', 'auto', 'right'],
        ['workOrder.line.price', 'auto', 'right'],
        ['workOrder.line.net', 'auto', 'right'],
        ['workOrder.line.vat', 'auto', 'right'],
      ],
      rows,
    ),
  ];
}

function timesPart(display: Display, times: readonly WorkOrderTimeRow[]): object[] {
  const ended = times.flatMap((time) =>
    time.ended_at === null ? [] : [{ ...time, end: time.ended_at }],
  );
  if (ended.length === 0) return [];
  return [
    heading(wordsOf(display, 'workOrder.hours')),
    listTable(
      display,
      [
        ['records.who', '*'],
        ['workOrder.time.from', 'auto'],
        ['workOrder.time.to', 'auto'],
        ['workOrder.hours', 'auto', 'right'],
      ],
      ended.map(({ user_name: name, started_at: start, end }) => [
        name,
        formatDateTime(start.getTime(), display.dates),
        formatDateTime(end.getTime(), display.dates),
        formatNumber((end.getTime() - start.getTime()) / HOUR_MS, display.locale, 2),
      ]),
    ),
  ];
}

function defectsPart(display: Display, defects: ReportedOrder['defects']): object[] {
  if (defects.length === 0) return [];
  return [
    heading(wordsOf(display, 'workOrder.defects')),
    listTable(
      display,
      [
        ['report.column.recordId', 'auto'],
        ['records.finding', '*'],
        ['report.column.state', 'auto'],
      ],
      defects.map(({ reference_number: number, items, state }) => [
        number,
        items.map(({ finding }) => finding).join('; '),
        wordsOf(display, `records.state.${state}`),
      ]),
    ),
  ];
}

/** The document of a work order: vehicle, work, defects, lines with their total, hours, signature. */
export function workOrderReport(
  { order, facts, lines, defects, times }: ReportedOrder,
  pictures: Pictures,
  display: Display,
): PdfContent {
  const money = (amount: string | null) =>
    amount === null ? null : formatMoney(Number(amount), display.currency, display.locale);
  const moment = (at: Date | null) =>
    at === null ? null : formatDateTime(at.getTime(), display.dates);
  const day = (text: string | null) =>
    text === null
      ? null
      : formatDate(Date.parse(`${text}T00:00:00Z`), { ...display.dates, timeZone: 'UTC' });
  const { completed_at: at, completed_by: name } = order;
  const parts = [
    factsTable(display, [
      ['records.fact.registration', order.registration],
      ['records.fact.customer', facts.customer],
      ['records.fact.model', facts.manufacturer_model],
      ['records.fact.vin', facts.vin],
      ['records.fact.reference', order.reference_number],
      ['report.column.state', wordsOf(display, `workOrder.state.${order.state}`)],
      ['report.column.workPlace', wordsOf(display, `workOrder.place.${order.place}`)],
      ['report.column.repairer', order.repairer],
      ['report.column.bay', order.bay],
      ['report.column.planned', moment(order.planned_at)],
      ['workOrder.technicians', order.technicians.join(', ')],
      ['report.column.due', day(order.due_on)],
    ]),
    heading(order.title),
    ...(order.description === '' ? [] : [{ text: order.description }]),
    ...defectsPart(display, defects),
    ...linesPart(display, lines),
    factsTable(display, [
      ['workOrder.line.labour', money(order.labour_cost)],
      ['workOrder.line.part', money(order.parts_cost)],
      ['workOrder.line.external', money(order.external_cost)],
      ['workOrder.total', money(order.total)],
      ['workOrder.approvedTotal', money(order.approved_total)],
      ['workOrder.approvedBy', order.approved_by],
      ['workOrder.recovered', order.has_warranty ? money(order.recovered) : null],
    ]),
    ...timesPart(display, times),
    ...(order.completion_note === null
      ? []
      : [heading(wordsOf(display, 'workOrder.done')), { text: order.completion_note }]),
    ...(at === null || name === null
      ? []
      : [signaturePart(display, { name, at }, pictures.signature)]),
    ...photographsPart(display, pictures.photographs),
  ];
  return reportPdf(
    display,
    {
      title: wordsOf(display, 'workOrder.title'),
      of: `${order.registration}, ${order.reference_number}`,
      customer: facts.customer,
      parts,
    },
    pictures.logo,
  );
}
