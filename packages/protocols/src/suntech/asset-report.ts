import { cellText } from '../bytes/network.ts';
import { decimal, present } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { positionOf, timeOf, trailing } from './values.ts';

/** The serving cell and six neighbours, six fields each. */
const CELLS = 7;
const CELL_FIELDS = 6;

/** The serving cell has its signal before its area, a neighbour behind it. */
function cells(fields: readonly string[], from: number): string {
  const found: string[] = [];
  for (let n = 0; n < CELLS; n += 1) {
    const numbers = fields.slice(from + n * CELL_FIELDS, from + (n + 1) * CELL_FIELDS).map(decimal);
    const [cell, country, network, fourth, fifth] = numbers;
    const [area, signal] = n === 0 ? [fifth, fourth] : [fourth, fifth];
    if (cell == null || country == null || network == null || area == null || !cell) continue;
    found.push(cellText(country, network, area, cell, ...(signal ? [signal] : [])));
  }
  return found.join(';');
}

const DATE = /^\d{8}$/;
const TIME = /^\d\d:\d\d:\d\d$/;

/**
 * Reads a report of a battery-powered tracker (`ST410STT`, `ST419STT`): cells first, then the
 * battery, and the position if there was a fix.
 */
export function readAssetReport(fields: readonly string[]): DeviceRecord | null {
  const isLong = fields[0] === 'ST419STT';
  const cellsAt = isLong ? 5 : 4;
  const at = cellsAt + CELLS * CELL_FIELDS;
  if (fields.length < at + 4) return null;
  const dateAt = fields.findIndex(
    (field, index) => index >= at + 4 && DATE.test(field) && TIME.test(fields[index + 1] ?? ''),
  );
  const position =
    dateAt < 0
      ? {}
      : {
          timeMs: timeOf(fields[dateAt], fields[dateAt + 1]),
          ...positionOf(fields, dateAt + 2, fields[dateAt + 7] === '1'),
          satellites: decimal(fields[dateAt + 6]),
        };
  const between = fields.slice(at + 4, dateAt < 0 ? undefined : dateAt);
  const rest = trailing([...between, ...(dateAt < 0 ? [] : fields.slice(dateAt + 8))]);
  return {
    ...EMPTY_RECORD,
    ...rest.values,
    ...position,
    batteryVoltageV: decimal(fields[at]),
    attributes: present({
      report: 'STT',
      firmware: fields[2],
      cells: cells(fields, cellsAt),
      resent: fields[at + 1] === '0' ? true : null,
      index: decimal(fields[at + 2]),
      mode: decimal(fields[at + 3]),
      ...rest.attributes,
    }),
  };
}

/** A coordinate has a sign; the field of the cell, which some firmware sends before it, has none. */
const COORDINATE = /^[+-]\d+\.\d+$/;

/** Reads a report of the personal tracker ST910. */
export function readSt910Report(fields: readonly string[]): DeviceRecord | null {
  const timeMs = timeOf(fields[4], fields[5]);
  if (timeMs === null) return null;
  const hasCell = !COORDINATE.test(fields[6] ?? '');
  const at = hasCell ? 7 : 6;
  if (!COORDINATE.test(fields[at] ?? '')) return null;
  const next = decimal(fields[at + 5]);
  const rest = trailing(fields.slice(at + 6));
  return {
    ...EMPTY_RECORD,
    ...rest.values,
    timeMs,
    ...positionOf(fields, at, fields[at + 4] === '1'),
    odometerM: hasCell ? next : null,
    batteryVoltageV: hasCell ? null : next,
    attributes: present({
      report: fields[1],
      firmware: fields[3],
      cell: hasCell ? fields[6] : null,
      ...rest.attributes,
    }),
  };
}
