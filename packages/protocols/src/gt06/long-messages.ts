import { EVENT } from '@roadworthy/domain';
import { readAccessPoints, readCells } from '../bytes/network.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { MESSAGE } from './message-numbers.ts';
import { readTime } from './position.ts';
import { type MessageReader, part } from './reading.ts';
import { merged, readPlace } from './record-fields.ts';

/** Length of the position in the long forms of 32 and 33, without its time. */
const SHORT_GPS_BYTES = 12;
const CELL_BYTES = 6;
const ACCESS_POINT_BYTES = 7;

/** Status of the alarm (33). */
const STATUS = {
  armed: 0xa0,
  disarmed: 0xa1,
  lowBattery: 0xa2,
  lowBackupBattery: 0xa3,
  doorOpened: 0xa5,
} as const;
const STATUS_EVENTS: Readonly<Record<number, number>> = {
  [STATUS.lowBattery]: EVENT.lowBattery,
  [STATUS.lowBackupBattery]: EVENT.lowBattery,
  [STATUS.doorOpened]: EVENT.doorOpened,
};

/** Parts that are preceded by their length; null if one exceeds the content. */
function blocks(content: Buffer, from: number, count: number) {
  const parts: Buffer[] = [];
  let at = from;
  for (let n = 0; n < count; n += 1) {
    const end = at + 1 + (content[at] ?? content.length);
    if (end > content.length) return null;
    parts.push(content.subarray(at + 1, end));
    at = end;
  }
  return { parts, end: at };
}

/** Cell, more cells of the same network, and access points. */
function networkOf([cell, cells, points]: readonly Buffer[]): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  const isCell = cell !== undefined && cell.length === 9;
  const network = isCell ? ([cell.readUInt16BE(0), cell[2] as number] as const) : null;
  if (isCell) attributes.mobileSignal = cell[8] as number;
  if (isCell && network !== null) {
    const sizes = { area: 2, cell: 3 } as const;
    const all = Buffer.concat([cell.subarray(3), cells ?? Buffer.alloc(0)]);
    const text = readCells(all, 0, Math.floor(all.length / CELL_BYTES), network, sizes);
    if (text !== '') attributes.cells = text;
  }
  const count = Math.floor((points?.length ?? 0) / ACCESS_POINT_BYTES);
  if (points !== undefined && count > 0)
    attributes.accessPoints = readAccessPoints(points, 0, count);
  return attributes;
}

/**
 * The long forms of 32 (position) and 33 (alarm): time, then position, cell, more cells and access
 * points, each preceded by its length (0 if there is none), status, and an extension with its length.
 */
export const longPosition: MessageReader = (content, { protocolNumber, offsetMin }) => {
  const timeMs = readTime(content, 0);
  const read = blocks(content, 6, 4);
  if (timeMs === null) return null;
  const timed: DeviceRecord = { ...EMPTY_RECORD, timeMs: timeMs - offsetMin * 60_000 };
  const gpsAt = 7;
  const hasGps = content[6] === SHORT_GPS_BYTES && content.length >= gpsAt + SHORT_GPS_BYTES;
  const gps = content.subarray(gpsAt, gpsAt + SHORT_GPS_BYTES);
  const place = hasGps ? readPlace(Buffer.concat([content.subarray(0, 6), gps]), offsetMin) : timed;
  const record = place ?? timed;
  const status = read === null ? undefined : content[read.end];
  if (read === null || status === undefined) return part(record);
  const attributes = { ...networkOf(read.parts.slice(1)), status };
  const extension = blocks(content, read.end + 1, 1);
  const isWhole = extension?.end === content.length;
  if (protocolNumber !== MESSAGE.cellsWifi2)
    return { record: merged(record, {}, attributes), complete: isWhole };
  const code = STATUS_EVENTS[status];
  const isSwitch = status === STATUS.armed || status === STATUS.disarmed;
  const armed = isSwitch ? { armed: status === STATUS.armed } : {};
  const events = code === undefined ? [] : [{ code, kind: 'pulse' } as const];
  const full = merged({ ...record, events }, {}, { ...attributes, ...armed });
  return { record: full, complete: isWhole && (isSwitch || code !== undefined) };
};
