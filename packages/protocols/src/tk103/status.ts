import { cellText } from '../bytes/network.ts';
import { dateTime, decimal, hexadecimal, present, scaled } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';

const MINUTE_MS = 60_000;
/** The value of a supply that the device does not measure. */
const NOT_MEASURED = 65_535;
/** Percentages of the battery levels. */
const LEVELS: Readonly<Record<string, number>> = { 2: 10, 3: 20, 4: 50, 5: 80, 6: 100 };

function utc(date: string | undefined, time: string | undefined, offsetMin: number): number | null {
  const localMs = dateTime('DDMMYY', date, time);
  return localMs === null ? null : localMs - offsetMin * MINUTE_MS;
}

/** Battery and supply (ZC20): level, hundredths and tenths of a volt. Null without a time. */
export function readPower(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const [date, time, level, battery, supply, ...rest] = fields;
  const timeMs = utc(date, time, offsetMin);
  if (timeMs === null) return null;
  const tenths = decimal(supply);
  return {
    ...EMPTY_RECORD,
    timeMs,
    batteryPercent: LEVELS[level ?? ''] ?? null,
    batteryVoltageV: scaled(decimal(battery), 0.01),
    externalVoltageV: tenths === NOT_MEASURED ? null : scaled(tenths, 0.1),
    attributes: present({ batteryLevel: decimal(level), extra: rest.join(',') }),
  };
}

/** Four decimal numbers in braces: country, network, area, cell. */
const BRACES = /\{(\d+),(\d+),(\d+),(\d+)\}/g;

/**
 * Cells without a time (BZ00): either in braces, or country and network, then area, cell (both
 * hexadecimal) and signal of each. Null if there are none.
 */
export function readCells(body: string): DeviceRecord | null {
  const braced = [...body.matchAll(BRACES)].map((all) => cellText(...all.slice(1, 5).map(Number)));
  const cells = braced.length > 0 ? braced : readHexCells(body.split(','));
  return cells.length === 0 ? null : { ...EMPTY_RECORD, attributes: { cells: cells.join(';') } };
}

function readHexCells(fields: readonly string[]): string[] {
  const [country, network] = [decimal(fields[0]), decimal(fields[1])];
  const cells: string[] = [];
  if (country === null || network === null) return cells;
  for (let at = 2; at + 1 < fields.length; at += 3) {
    const [area, cell] = [hexadecimal(fields[at]), hexadecimal(fields[at + 1])];
    const signal = decimal(fields[at + 2]);
    if (area === null || cell === null) break;
    cells.push(cellText(country, network, area, cell, ...(signal === null ? [] : [signal])));
  }
  return cells;
}

const ACCESS_POINT = /^([\da-f]{2}(?::[\da-f]{2}){5})\*(-?\d{1,3})\*\d+$/i;

/**
 * A cell and access points with their time (DW50): country, network, area, cell, count, then
 * `address*signal*channel`. Null without a time.
 */
export function readNetwork(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const timeMs = utc(fields.at(-2), fields.at(-1), offsetMin);
  if (timeMs === null) return null;
  const numbers = fields.slice(0, 4).map(decimal);
  const hasCell = numbers.length === 4 && !numbers.includes(null) && numbers[0] !== 0;
  const points = fields.flatMap((field) => {
    const [, address, signal] = ACCESS_POINT.exec(field) ?? [];
    return address === undefined ? [] : [`${address.toLowerCase()},${signal}`];
  });
  return {
    ...EMPTY_RECORD,
    timeMs,
    attributes: present({
      cells: hasCell ? cellText(...(numbers as number[])) : null,
      accessPoints: points.join(';'),
    }),
  };
}
