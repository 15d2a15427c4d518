import {
  ACCESS_POINT_BYTES,
  bytesOfCell,
  type CellSizes,
  macText,
  readAccessPoints,
  readCells,
} from '../bytes/network.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { alarmEvents, wideAlarm } from './alarms.ts';
import { readTime } from './position.ts';
import type { MessageReader, Reading } from './reading.ts';
import { describeAlarm } from './status.ts';

/*
 * Messages with cells and Wi-Fi access points instead of a position. Their record has the time and
 * the network, but no place.
 */

const TIME_BYTES = 6;

function withNetwork(
  timeMs: number,
  offsetMin: number,
  cells: string,
  accessPoints: string,
): DeviceRecord {
  const attributes: Record<string, AttributeValue> = {};
  if (cells !== '') attributes.cells = cells;
  if (accessPoints !== '') attributes.accessPoints = accessPoints;
  return { ...EMPTY_RECORD, timeMs: timeMs - offsetMin * 60_000, attributes };
}

interface Network {
  readonly numbers: readonly [country: number, network: number];
  readonly end: number;
}

/** Country and network; a country with bit 15 has a network of two bytes. */
function readNetwork(content: Buffer, at: number): Network | null {
  if (content.length < at + 4) return null;
  const word = content.readUInt16BE(at);
  const isWide = (word & 0x8000) !== 0;
  const network = isWide ? content.readUInt16BE(at + 2) : (content[at + 2] as number);
  return { numbers: [word & 0x7fff, network], end: at + (isWide ? 4 : 3) };
}

interface AccessPoints {
  readonly text: string;
  readonly end: number;
}

/** A count and its access points; null if they exceed the content. */
function countedAccessPoints(content: Buffer, at: number): AccessPoints | null {
  const count = content[at];
  if (count === undefined) return null;
  const end = at + 1 + count * ACCESS_POINT_BYTES;
  return end > content.length ? null : { text: readAccessPoints(content, at + 1, count), end };
}

/** After the last field, many devices send the language. */
const LANGUAGE_BYTES = 2;

/** Cells, timing advance, and optionally access points (18, 24, 28, 2C, 2E, 33, A1, A2). */
export const cellMessage =
  (count: number, sizes: CellSizes, hasAccessPoints: boolean): MessageReader =>
  (content, { offsetMin }) => {
    const timeMs = readTime(content, 0);
    const network = readNetwork(content, TIME_BYTES);
    if (timeMs === null || network === null) return null;
    const advanceAt = network.end + count * bytesOfCell(sizes);
    if (content.length < advanceAt + 1) return null;
    const cells = readCells(content, network.end, count, network.numbers, sizes);
    const points = hasAccessPoints ? countedAccessPoints(content, advanceAt + 1) : null;
    if (hasAccessPoints && points === null) return null;
    const end = points?.end ?? advanceAt + 1;
    const record = withNetwork(timeMs, offsetMin, cells, points?.text ?? '');
    return { record, complete: content.length - end <= LANGUAGE_BYTES };
  };

/** 24 of 44 bytes: timing advance first, and a count of cells; unused places follow. */
export function countedCells(content: Buffer, offsetMin: number): Reading | null {
  const timeMs = readTime(content, 0);
  const network = readNetwork(content, TIME_BYTES + 1);
  if (timeMs === null || network === null) return null;
  const sizes: CellSizes = { area: 2, cell: 3 };
  const count = content[network.end] as number;
  const from = network.end + 1;
  if (content.length < from + count * bytesOfCell(sizes)) return null;
  const cells = readCells(content, from, count, network.numbers, sizes);
  return { record: withNetwork(timeMs, offsetMin, cells, ''), complete: true };
}

/** Alarm with cells and access points (A9). */
export const networkAlarm: MessageReader = (content, { offsetMin, model }) => {
  const timeMs = readTime(content, 0);
  const network = readNetwork(content, TIME_BYTES);
  if (timeMs === null || network === null || content.length < network.end + 2) return null;
  const sizes: CellSizes =
    (content[network.end] as number) > 0 ? { area: 4, cell: 8 } : { area: 2, cell: 3 };
  const count = content[network.end + 1] as number;
  const from = network.end + 2;
  const pointsAt = from + count * bytesOfCell(sizes) + 1;
  const points = content.length < pointsAt ? null : countedAccessPoints(content, pointsAt);
  if (points === null || content.length < points.end + 2) return null;
  const cells = readCells(content, from, count, network.numbers, sizes);
  const record = withNetwork(timeMs, offsetMin, cells, points.text);
  const alarm = wideAlarm(content, points.end);
  const described = describeAlarm(alarm);
  return {
    record: {
      ...record,
      events: alarmEvents(alarm, model),
      attributes: { ...record.attributes, ...described.attributes },
    },
    complete: described.isKnown && content.length === points.end + 2,
  };
};

const PLAIN_POINT_BYTES = 8;

/** Access points with a word before each address, and no signal (F3). */
export const accessPointsF3: MessageReader = (content, { offsetMin }) => {
  const timeMs = readTime(content, 0);
  const count = content[TIME_BYTES];
  if (timeMs === null || count === undefined) return null;
  const from = TIME_BYTES + 1;
  if (content.length < from + count * PLAIN_POINT_BYTES) return null;
  const points = Array.from({ length: count }, (_, n) => {
    const at = from + n * PLAIN_POINT_BYTES + 2;
    return macText(content.subarray(at, at + 6));
  });
  return {
    record: withNetwork(timeMs, offsetMin, '', points.join(';')),
    complete: content.length === from + count * PLAIN_POINT_BYTES,
  };
};
