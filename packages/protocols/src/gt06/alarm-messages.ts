import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { GPS_BYTES, readTime } from './position.ts';
import {
  cellBytes,
  type MessageReader,
  merged,
  part,
  type Reading,
  readPlace,
  tagOf,
  whole,
} from './reading.ts';
import { alarmEvents, readBattery, readInfo } from './status.ts';
import { withSupply } from './supply.ts';

/** Status after a position: information byte, battery, signal, alarm. */
function withStatus(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  const info = content[at] as number;
  const { ignition, attributes } = readInfo(info);
  const battery = readBattery(content[at + 1] as number);
  const alarm = content[at + 3] as number;
  return merged(
    record,
    {
      ignition,
      batteryPercent: battery.batteryPercent,
      events: alarmEvents(alarm, info),
      attributes: battery.attributes,
    },
    { mobileSignal: content[at + 2] as number, alarm, ...attributes },
  );
}

export const STATUS_BYTES = 5;
const CARD_BYTES = 8;

/**
 * Finds the status of an alarm. The byte before the cell is its length, but manufacturers disagree
 * on whether it counts itself, and some write arbitrary values. So the end of the message decides:
 * the status is five bytes, optionally followed by a card (eight bytes) or a fence (one byte).
 *
 * @returns offset of the information byte; null if no layout fits
 */
function statusAt(content: Buffer, hasFence: boolean): { at: number; isExact: boolean } | null {
  const length = content[GPS_BYTES] as number;
  const behind = hasFence ? 1 : 0;
  const last = content.length - STATUS_BYTES - behind;
  if (last <= GPS_BYTES) return null;
  const starts = [GPS_BYTES + length, GPS_BYTES + 1 + length];
  if (length === 0 || hasFence || starts.includes(last)) return { at: last, isExact: true };
  const withCardAt = last - CARD_BYTES;
  if (starts.includes(withCardAt)) return { at: withCardAt, isExact: true };
  return { at: last, isExact: false };
}

/** A mobile country code (MCC). */
const isCountry = (word: number) => (word & 0x7fff) >= 200 && (word & 0x7fff) < 800;

/** An alarm with a position (16, 26, 27, A3, A4). */
export const alarm: MessageReader = (content, { protocolNumber, offsetMin }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 1) return part(record);
  const hasFence = protocolNumber === 0x27 || protocolNumber === 0xa4;
  if (content.length === 31 && isCountry(content.readUInt16BE(GPS_BYTES))) {
    return whole(withSupply(record, content, 26, true));
  }
  const found = statusAt(content, hasFence);
  if (found === null) return part(record);
  const { at, isExact } = found;
  const status = withStatus(record, content, at);
  const isCard = !hasFence && content.length === at + STATUS_BYTES + CARD_BYTES;
  const driverTag = isCard ? tagOf(content.subarray(at + STATUS_BYTES)) : null;
  return { record: { ...status, driverTag }, complete: isExact };
};

/** An alarm without a position (19, A5): cells and status. */
export const alarmWithoutPlace =
  (areaAndCell: number): MessageReader =>
  (content) => {
    if (content.length < 2) return null;
    const at = cellBytes(content, 0, areaAndCell);
    if (content.length !== at + STATUS_BYTES) return null;
    return whole(withStatus(EMPTY_RECORD, content, at));
  };

/** Alarm of the short form (32): network of two bytes, and an altitude after the status. */
export const alarm32: MessageReader = (content, { offsetMin, isLong }) => {
  if (isLong) return position32Long(content, offsetMin);
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + 1 + (content[GPS_BYTES] ?? 0);
  if (content.length !== at + STATUS_BYTES + 2 && content.length !== at + STATUS_BYTES) {
    return part(record);
  }
  const status = withStatus(record, content, at);
  const hasAltitude = content.length === at + STATUS_BYTES + 2;
  const altitudeM = hasAltitude ? content.readInt16BE(at + STATUS_BYTES) : null;
  return whole({ ...status, altitudeM });
};

/** Length of the position of the long form of 32, without its time. */
const SHORT_GPS_BYTES = 12;

/** The long form of 32: time, the position's length (0 without a fix), position, cells. */
function position32Long(content: Buffer, offsetMin: number): Reading | null {
  const timeMs = readTime(content, 0);
  if (timeMs === null) return null;
  if (content[6] !== SHORT_GPS_BYTES || content.length < 7 + SHORT_GPS_BYTES) {
    return part({ ...EMPTY_RECORD, timeMs: timeMs - offsetMin * 60_000 });
  }
  const block = Buffer.concat([content.subarray(0, 6), content.subarray(7, 7 + SHORT_GPS_BYTES)]);
  const record = readPlace(block, offsetMin);
  return record === null ? null : part(record);
}

/** Alarm with the number of a fence and a 4G cell (A3). */
export const alarmA3: MessageReader = (content, context) =>
  content.length > GPS_BYTES + STATUS_BYTES ? alarm(content, context) : null;
