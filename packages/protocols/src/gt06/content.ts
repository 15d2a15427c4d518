import type { DeviceEvent, DeviceRecord } from '../record.ts';
import { EMPTY_RECORD } from '../record.ts';

const GPS_BYTES = 18;
const TIME_BYTES = 6;

/** What the login says. */
export interface Gt06Login {
  readonly imei: string;
  /** Minutes that the device's clock is ahead of UTC, where the login tells. */
  readonly timezoneOffsetMin: number | null;
}

/** Reads a login message's content; null where it is too short. */
export function readLogin(content: Buffer): Gt06Login | null {
  if (content.length < 8) return null;
  const imei = content.toString('hex', 0, 8).slice(1);
  if (!/^\d{15}$/.test(imei)) return null;
  if (content.length < 12) return { imei, timezoneOffsetMin: null };
  const word = content.readUInt16BE(10);
  const hundreds = word >> 4;
  const minutes = Math.floor(hundreds / 100) * 60 + (hundreds % 100);
  return { imei, timezoneOffsetMin: (word & 0b1000) !== 0 ? -minutes : minutes };
}

/** Time of six bytes, year from 2000, as if it were UTC; null where a part is out of range. */
function readTime(content: Buffer, at: number): number | null {
  const [year, month, day, hour, minute, second] = content.subarray(at, at + TIME_BYTES);
  if (second === undefined || month === undefined || day === undefined) return null;
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || second > 59) return null;
  return Date.UTC(2000 + (year ?? 0), month - 1, day, hour, minute, second);
}

/** Time and GPS block, which every position message begins with. */
export interface Gt06Position {
  readonly timeMs: number | null;
  readonly satellites: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number;
  readonly courseDeg: number;
  readonly valid: boolean;
}

/** Reads the GPS block at the front; null where the content is too short. */
export function readPosition(content: Buffer): Gt06Position | null {
  if (content.length < GPS_BYTES) return null;
  const flags = content.readUInt16BE(16);
  const isNorth = (flags & 0x0400) !== 0;
  const isWest = (flags & 0x0800) !== 0;
  const latitude = content.readUInt32BE(7) / 1_800_000;
  const longitude = content.readUInt32BE(11) / 1_800_000;
  return {
    timeMs: readTime(content, 0),
    satellites: (content[6] as number) & 0x0f,
    latitudeDeg: isNorth ? latitude : -latitude,
    longitudeDeg: isWest ? -longitude : longitude,
    speedKmh: content[15] as number,
    courseDeg: flags & 0x03ff,
    valid: (flags & 0x1000) !== 0,
  };
}

/** Alarm bytes with their event codes; other bytes say nothing we know (section 3). */
const ALARMS: Readonly<Record<number, number>> = {
  1: 50,
  2: 58,
  3: 49,
  4: 56,
  5: 57,
  6: 43,
  9: 48,
  14: 60,
  15: 60,
  25: 60,
  19: 61,
  37: 61,
  50: 61,
  20: 63,
  38: 40,
  41: 40,
  39: 41,
  48: 41,
  42: 42,
  43: 42,
  46: 42,
  44: 45,
  254: 4,
  255: 5,
  201: 47,
  91: 67,
  92: 67,
};
/** Alarm bits 3 to 5 of the information byte. */
const INFO_ALARMS: Readonly<Record<number, number>> = { 1: 49, 2: 58, 3: 60, 4: 50 };

interface Status {
  readonly ignition: boolean;
  readonly charging: boolean;
  readonly armed: boolean;
  readonly oilCut: boolean;
}

function readInfo(info: number): Status {
  return {
    armed: (info & 1) !== 0,
    ignition: (info & 2) !== 0,
    charging: (info & 4) !== 0,
    oilCut: (info & 0x80) !== 0,
  };
}

function alarmEvents(alarm: number, info: number): DeviceEvent[] {
  const code = ALARMS[alarm] ?? INFO_ALARMS[(info >> 3) & 7];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}

function located(position: Gt06Position, offsetMin: number): DeviceRecord {
  const isPlace = Math.abs(position.latitudeDeg) <= 90 && Math.abs(position.longitudeDeg) <= 180;
  const isZero = position.latitudeDeg === 0 && position.longitudeDeg === 0;
  const valid = position.valid && isPlace && !isZero;
  return {
    ...EMPTY_RECORD,
    timeMs: position.timeMs === null ? null : position.timeMs - offsetMin * 60_000,
    fixValid: valid,
    latitudeDeg: isPlace && !isZero ? position.latitudeDeg : null,
    longitudeDeg: isPlace && !isZero ? position.longitudeDeg : null,
    speedKmh: position.speedKmh,
    headingDeg: valid ? position.courseDeg % 360 : null,
    satellites: position.satellites,
  };
}

/** Where, counted from the end of the GPS block, ignition and mileage stand in messages 22 and A0. */
const AFTER_CELL: Readonly<Record<number, (content: Buffer) => number>> = {
  34: () => GPS_BYTES + 8,
  160: (content) => GPS_BYTES + 2 + ((content.readUInt16BE(GPS_BYTES) & 0x8000) !== 0 ? 2 : 1) + 12,
};

/** A position message (10, 12, 22, A0). */
export function positionRecord(
  protocolNumber: number,
  content: Buffer,
  offsetMin: number,
): DeviceRecord | null {
  const position = readPosition(content);
  if (position === null) return null;
  const record = located(position, offsetMin);
  const at = content.length >= GPS_BYTES + 2 ? AFTER_CELL[protocolNumber]?.(content) : undefined;
  if (at === undefined || content.length < at + 3) return record;
  return {
    ...record,
    ignition: content[at] === 1,
    odometerM: content.length >= at + 7 ? content.readUInt32BE(at + 3) : null,
    attributes: { uploadMode: content[at + 1] as number, resent: content[at + 2] === 1 },
  };
}

/** An alarm message with a place (16, 26, 27, A4): the status stands behind the cell block. */
export function alarmRecord(content: Buffer, offsetMin: number): DeviceRecord | null {
  const position = readPosition(content);
  if (position === null || content.length < GPS_BYTES + 1) return null;
  const record = located(position, offsetMin);
  const infoAt = GPS_BYTES + Math.max(1, content[GPS_BYTES] as number);
  if (content.length < infoAt + 5) return record;
  const info = content[infoAt] as number;
  const status = readInfo(info);
  return {
    ...record,
    ignition: status.ignition,
    events: alarmEvents(content[infoAt + 3] as number, info),
    attributes: {
      voltageLevel: content[infoAt + 1] as number,
      mobileSignal: content[infoAt + 2] as number,
      alarm: content[infoAt + 3] as number,
      charging: status.charging,
      oilCut: status.oilCut,
    },
  };
}

/** A heart beat (13, 23): no place, but ignition and voltage. Its time is that of arrival. */
export function heartbeatRecord(protocolNumber: number, content: Buffer): DeviceRecord | null {
  const info = content[0];
  if (info === undefined || content.length < 3) return null;
  const status = readInfo(info);
  const hasVolts = protocolNumber === 0x23;
  return {
    ...EMPTY_RECORD,
    ignition: status.ignition,
    externalVoltageV: hasVolts ? content.readUInt16BE(1) / 100 : null,
    attributes: {
      ...(hasVolts ? {} : { voltageLevel: content[1] as number }),
      mobileSignal: content[hasVolts ? 3 : 2] ?? 0,
      charging: status.charging,
      oilCut: status.oilCut,
    },
  };
}

/** UTF-16, the larger byte first, as these devices write it. */
function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}

/** The answer text of a command (15, 21). */
export function commandText(protocolNumber: number, content: Buffer): string {
  if (protocolNumber === 0x21) {
    const text = content.subarray(5);
    return content[4] === 2 ? utf16(text) : text.toString('latin1');
  }
  const length = Math.max(0, (content[0] ?? 0) - 4);
  return content.toString('latin1', 5, 5 + length);
}
