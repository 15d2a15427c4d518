import type { AnswerOf, contract } from '@roadworthy/contract';
import { type AttributeUnit, type DistanceUnit, inUnitOf } from '@roadworthy/domain';
import { saveFile } from '../../ui/download-menu/save-report.ts';

type Series = AnswerOf<typeof contract.sensors.series>['series'][number];

interface CsvWords {
  readonly registration: string;
  /** First day of the range. */
  readonly day: string;
  /** Heading of the time. */
  readonly time: string;
  readonly nameOf: (name: string) => string;
  readonly unit: DistanceUnit;
}

/** A field in quotes; a leading sign of a formula stays text in a spreadsheet. */
const quoted = (text: string) => `"${text.replace(/^(?=[=+\-@])/, "'").replaceAll('"', '""')}"`;

/**
 * Sensors as CSV: a row for each time, a column for each sensor in the person's unit. Numbers have
 * a decimal point.
 */
export function sensorsCsv(series: readonly Series[], words: CsvWords): string {
  const byTime = new Map<number, (number | undefined)[]>();
  series.forEach(({ times, values, unit }, column) => {
    times.forEach((timeS, n) => {
      const row = byTime.get(timeS) ?? [];
      const value = inUnitOf(values[n] ?? 0, unit as AttributeUnit | null, words.unit).value;
      row[column] = Number(value.toPrecision(6));
      byTime.set(timeS, row);
    });
  });
  const headings = series.map(({ name, unit }) => {
    const shown = inUnitOf(1, unit as AttributeUnit | null, words.unit).unit;
    return quoted(shown === '' ? words.nameOf(name) : `${words.nameOf(name)} (${shown})`);
  });
  const rows = [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([timeS, row]) => {
      const cells = series.map((_, column) => row[column]?.toString() ?? '');
      return [new Date(timeS * 1000).toISOString().replace('.000', ''), ...cells].join(',');
    });
  return `${[[quoted(words.time), ...headings].join(','), ...rows].join('\r\n')}\r\n`;
}

/** Downloads sensors as CSV, in UTF-8 with the mark that spreadsheets need. */
export function saveSensors(series: readonly Series[], words: CsvWords): void {
  const name = `${words.registration.replaceAll(/[^\w-]+/g, '_')}_${words.day}_sensors.csv`;
  saveFile(new Blob(['\uFEFF', sensorsCsv(series, words)], { type: 'text/csv' }), name);
}
