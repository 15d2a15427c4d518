import { formatDate, formatDateTime, formatMoney } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import type { RecordVehicle, trailOf } from '../../records/index.ts';
import { factsTable, heading, listTable, reportPdf } from '../../records/index.ts';
import type { VorRecord } from '../vor-json.ts';

type Trail = Awaited<ReturnType<typeof trailOf>>;
type Change = Trail[number]['changes'][number];

const MOMENTS: ReadonlySet<string> = new Set(['since', 'returned']);

/** Formats a value of the audit trail for the reader. */
function valueText(display: Display, { field }: Change, value: string): string {
  if (MOMENTS.has(field)) return formatDateTime(Date.parse(value), display.dates);
  if (field === 'expected_back') {
    return formatDate(Date.parse(value), { ...display.dates, timeZone: 'UTC' });
  }
  if (field === 'reason') {
    return wordsOf(display, `records.vor.reason.${value as VorRecord['reason']}`);
  }
  return value;
}

function changeText(display: Display, change: Change): string {
  const field = wordsOf(display, `records.vor.field.${change.field}` as 'records.vor.field.since');
  const after = change.after === null ? '–' : valueText(display, change, change.after);
  if (change.before === null) return `${field}: ${after}`;
  return `${field}: ${valueText(display, change, change.before)} → ${after}`;
}

/**
 * The report of an off-road entry: its facts, and its changes with person and time (requirement
 * N-03).
 */
export function vorReport(
  vehicle: RecordVehicle,
  entry: VorRecord,
  trail: Trail,
  logo: string | null,
  display: Display,
): PdfContent {
  const money = (amount: number | null) =>
    amount === null ? null : formatMoney(amount, display.currency, display.locale);
  const moment = (text: string | null) =>
    text === null ? null : formatDateTime(Date.parse(text), display.dates);
  const expected =
    entry.expected_back === null
      ? null
      : formatDate(Date.parse(entry.expected_back), { ...display.dates, timeZone: 'UTC' });
  const parts = [
    factsTable(display, [
      ['records.fact.registration', vehicle.registration],
      ['records.fact.customer', vehicle.customer],
      ['records.fact.model', vehicle.manufacturer_model],
      ['records.fact.vin', vehicle.vin],
      ['records.fact.depot', entry.depot?.name ?? null],
      ['records.fact.status', wordsOf(display, `records.vor.state.${entry.state}`)],
      ['records.vor.field.reason', wordsOf(display, `records.vor.reason.${entry.reason}`)],
      ['records.vor.field.note', entry.note],
      ['records.vor.field.since', moment(entry.off_road_at)],
      ['records.vor.days', String(entry.days)],
      ['records.vor.field.expected_back', expected],
      ['records.vor.field.returned', moment(entry.returned_at)],
      ['records.vor.field.repairer', entry.repairer?.name ?? null],
      ['records.vor.field.cost_per_day', money(entry.cost_per_day)],
      ['records.vor.cost', money(entry.cost)],
      ['records.fact.zone', display.dates.timeZone],
    ]),
    heading(wordsOf(display, 'records.vor.trail')),
    listTable(
      display,
      [
        ['report.column.time', 'auto'],
        ['report.column.person', 'auto'],
        ['report.column.action', 'auto'],
        ['report.column.changes', '*'],
      ],
      trail.map(({ at, user_name: by, action, note, changes }) => [
        formatDateTime(at.getTime(), display.dates),
        by,
        wordsOf(display, `records.vor.action.${action}` as 'records.vor.action.set'),
        [...changes.map((change) => changeText(display, change)), note]
          .filter((text) => text !== '')
          .join('\n'),
      ]),
    ),
  ];
  const title = wordsOf(display, 'records.vor.title');
  return reportPdf(
    display,
    { title, of: vehicle.registration, customer: vehicle.customer, parts },
    logo,
  );
}
