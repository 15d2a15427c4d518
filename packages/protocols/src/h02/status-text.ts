import { cellText } from '../bytes/network.ts';
import { numberOf } from '../bytes/nmea.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { timeOf } from './position-text.ts';
import { readStatus } from './status.ts';

type Reader = (fields: readonly string[], offsetMin: number) => DeviceRecord | null;

/** The last two fields that are date and status; some makers add a field behind them. */
function ending(fields: readonly string[], time: string | undefined, offsetMin: number) {
  const at = fields.findLastIndex((field) => readStatus(field) !== null);
  const status = readStatus(fields[at] ?? '');
  const timeMs = timeOf(time, fields[at - 1]);
  if (status === null || timeMs === null) return null;
  return { at, record: { ...EMPTY_RECORD, ...status, timeMs: timeMs - offsetMin * 60_000 } };
}

const isCell = (area: number | null, cell: number | null): boolean =>
  area !== null && cell !== null && area > 0;

/** Cells: country, network, timing advance, count, then area, cell and signal of each. */
const readCells: Reader = (fields, offsetMin) => {
  const end = ending(fields, fields[3], offsetMin);
  const [country, network] = [numberOf(fields[4]), numberOf(fields[5])];
  if (end === null || country === null || network === null) return null;
  const cells: string[] = [];
  for (let at = 8; at + 2 < end.at - 1; at += 3) {
    const [area, cell, signal] = [0, 1, 2].map((n) => numberOf(fields[at + n])) as (
      | number
      | null
    )[];
    if (isCell(area ?? null, cell ?? null)) {
      const level = -Math.abs(signal ?? 0);
      cells.push(cellText(country, network, area as number, cell as number, level));
    }
  }
  return withCells(end.record, cells);
};

/** Cells as area, cell, signal and timing advance; country and network are one number. */
const readCellsWithBattery: Reader = (fields, offsetMin) => {
  const end = ending(fields, fields[3], offsetMin);
  const network = /^(\d{3})(\d{1,3})$/.exec(fields[4] ?? '');
  if (end === null || network === null) return null;
  // Battery, reason of a restart, X, date and status follow.
  const batteryAt = end.at - 4;
  const cells: string[] = [];
  for (let at = 6; at + 3 < batteryAt; at += 4) {
    const [area, cell] = [numberOf(fields[at]), numberOf(fields[at + 1])];
    if (isCell(area, cell)) {
      cells.push(cellText(Number(network[1]), Number(network[2]), area as number, cell as number));
    }
  }
  const battery = fields[batteryAt] ?? '';
  const record = withCells(end.record, cells);
  return /^[0-9a-f]{4}$/i.test(battery)
    ? { ...record, attributes: { ...record.attributes, batteryRaw: Number.parseInt(battery, 16) } }
    : record;
};

const withCells = (record: DeviceRecord, cells: readonly string[]): DeviceRecord =>
  cells.length === 0
    ? record
    : { ...record, attributes: { ...record.attributes, cells: cells.join(';') } };

/** A percentage; null for another number. */
const percent = (value: number | null): number | null =>
  value !== null && value >= 0 && value <= 100 ? value : null;

/** Signal, satellites, battery, steps, turns. */
const readLink: Reader = (fields, offsetMin) => {
  const end = ending(fields, fields[3], offsetMin);
  const [signal, satellites, battery, steps, turns] = fields.slice(4, 9).map(numberOf);
  if (end === null || turns === null || turns === undefined) return null;
  return {
    ...end.record,
    satellites: satellites ?? null,
    batteryPercent: percent(battery ?? null),
    attributes: { ...end.record.attributes, signal: signal ?? 0, steps: steps ?? 0, turns },
  };
};

/** A heartbeat with the battery's charge. */
const readHeartbeat: Reader = (fields) => {
  const batteryPercent = percent(numberOf(fields[3]));
  return batteryPercent === null ? null : { ...EMPTY_RECORD, batteryPercent };
};

/** Cells in place of a position: country, network, then area, cell and signal, each behind a `Y`. */
export function readCellsInPlace(fields: readonly string[]): DeviceRecord | null {
  const [country, network] = [numberOf(fields[4]), numberOf(fields[5])];
  if (country === null || network === null) return null;
  const cells = fields
    .slice(6)
    .join(',')
    .split('Y')
    .flatMap((group) => {
      const [area = null, cell = null, signal = null] = group.split(',').map(numberOf);
      if (area === null || cell === null || area === 0) return [];
      return [cellText(country, network, area, cell, -Math.abs(signal ?? 0))];
    });
  return cells.length === 0 ? null : withCells(EMPTY_RECORD, cells);
}

/** Reports without a position, by their type. */
export const STATUS_READERS: ReadonlyMap<string, Reader> = new Map([
  ['NBR', readCells],
  ['V3', readCellsWithBattery],
  ['LINK', readLink],
  ['HTBT', readHeartbeat],
]);
