import { readBcdTime } from '../bytes/layout.ts';
import { ACCESS_POINT_BYTES, cellText, readAccessPoints } from '../bytes/network.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';

/*
 * Frames with access points and cells (17, 69) whose length byte counts the access points. They
 * have no serial and no checksum: start mark, count, number, time in BCD, access points, count of
 * cells, country, network, cells, end mark.
 */

const TIME_BYTES = 6;
/** Count of cells, country and network. */
const NETWORK_BYTES = 4;
/** Area, cell and signal. */
const CELL_BYTES = 5;
const NUMBERS = new Set([0x17, 0x69]);

/**
 * Bytes of the content (between the number and the end mark) of such a frame.
 *
 * @returns null if the frame is none, and `wait` if more bytes are needed
 */
export function wifiContentBytes(
  bytes: Buffer,
  bodyAt: number,
  accessPoints: number,
): number | null | 'wait' {
  if (!NUMBERS.has(bytes[bodyAt] as number)) return null;
  const from = bodyAt + 1;
  const cellsAt = from + TIME_BYTES + accessPoints * ACCESS_POINT_BYTES;
  if (bytes.length >= from + TIME_BYTES && readBcdTime(bytes, from) === null) return null;
  if (bytes.length <= cellsAt) return 'wait';
  return cellsAt - from + NETWORK_BYTES + (bytes[cellsAt] as number) * CELL_BYTES;
}

/** Decodes the content; null if its time is not plausible. */
export function readWifiFrame(
  content: Buffer,
  accessPoints: number,
  offsetMin: number,
): DeviceRecord | null {
  const localMs = readBcdTime(content, 0);
  if (localMs === null) return null;
  const at = TIME_BYTES + accessPoints * ACCESS_POINT_BYTES;
  const network = [content.readUInt16BE(at + 1), content[at + 3] as number] as const;
  const cells: string[] = [];
  for (let from = at + NETWORK_BYTES; from + CELL_BYTES <= content.length; from += CELL_BYTES) {
    const [area, cell] = [content.readUInt16BE(from), content.readUInt16BE(from + 2)];
    cells.push(cellText(...network, area, cell, -(content[from + 4] as number)));
  }
  const points = readAccessPoints(content, TIME_BYTES, accessPoints);
  const attributes: Record<string, AttributeValue> = {};
  if (cells.length > 0) attributes.cells = cells.join(';');
  if (points !== '') attributes.accessPoints = points;
  return { ...EMPTY_RECORD, timeMs: localMs - offsetMin * 60_000, attributes };
}

/** The answer: the frame's number and time. */
export function encodeWifiAnswer(protocolNumber: number, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0x78, 0x78, 0, protocolNumber]),
    content.subarray(0, TIME_BYTES),
    Buffer.from('\r\n'),
  ]);
}
