import type { AnswerOf, contract } from '@roadworthy/contract';
import { saveFile } from '../../ui/download-menu/save-report.ts';

type FuelEvent = AnswerOf<typeof contract.fuel.vehicle>['events'][number];

const COLUMNS = [
  'start',
  'time',
  'kind',
  'volume',
  'before',
  'after',
  'unit',
  'address',
  'driver',
] as const;

interface CsvWords {
  readonly registration: string;
  readonly day: string;
  readonly textOf: (column: (typeof COLUMNS)[number]) => string;
  readonly kindOf: (kind: FuelEvent['kind']) => string;
}

/** A field in quotes; a leading sign of a formula stays text in a spreadsheet. */
const quoted = (text: string) => `"${text.replace(/^(?=[=+\-@])/, "'").replaceAll('"', '""')}"`;

/** Fuel events as CSV: UTC times, numbers with a decimal point. */
export function fuelCsv(events: readonly FuelEvent[], words: CsvWords): string {
  const rows = events.map((event) => [
    event.start,
    event.timestamp,
    quoted(words.kindOf(event.kind)),
    String(event.volume),
    String(event.before),
    String(event.after),
    quoted(event.unit),
    quoted(event.address ?? ''),
    quoted(
      event.driver === null ? '' : `${event.driver.first_name} ${event.driver.surname}`.trim(),
    ),
  ]);
  const heading = COLUMNS.map((column) => quoted(words.textOf(column)));
  return `${[heading, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

/** Downloads fuel events as CSV. */
export function saveFuelEvents(events: readonly FuelEvent[], words: CsvWords): void {
  const name = `${words.registration.replaceAll(/[^\w-]+/g, '_')}_${words.day}_fuel.csv`;
  saveFile(new Blob(['\uFEFF', fuelCsv(events, words)], { type: 'text/csv' }), name);
}
