import type { AttributeValue, DeviceRecord } from '../record.ts';
import { readImei } from './content.ts';
import { located, readPosition } from './position.ts';

/**
 * The decoded content of a message. `complete` is false if some of its bytes have no known meaning.
 */
export interface Reading {
  readonly record: DeviceRecord;
  readonly complete: boolean;
  /**
   * Event codes of the alarm states that the message reports. They are repeated while they last;
   * absent if the message has no such field.
   */
  readonly states?: readonly number[];
}

/** Context of a reader, besides the content. */
export interface MessageContext {
  readonly protocolNumber: number;
  /** Whether the frame has the long form (7979), in which some numbers have another meaning. */
  readonly isLong: boolean;
  /** IMEI of the login; empty before it. */
  readonly deviceId: string;
  /** The registered model in upper case; empty if unknown. */
  readonly model: string;
  /** Minutes the device's clock is ahead of UTC. */
  readonly offsetMin: number;
}

/** Null if no part of the message can be decoded. */
export type MessageReader = (content: Buffer, context: MessageContext) => Reading | null;

export const whole = (record: DeviceRecord): Reading => ({ record, complete: true });
export const part = (record: DeviceRecord): Reading => ({ record, complete: false });

/** An odometer above 10 million km is not plausible. */
const MAX_ODOMETER_M = 1e10;

/** Bytes of country, network, area and cell; a country with bit 15 has a network of two bytes. */
export function cellBytes(content: Buffer, at: number, areaAndCell: number): number {
  const isWide = content.length >= at + 2 && (content.readUInt16BE(at) & 0x8000) !== 0;
  return 2 + (isWide ? 2 : 1) + areaAndCell;
}

/** From this generation (LTE) on, a cell has an area of four bytes and an id of eight. */
const LTE = 3;

/** Bytes of a cell that begins with its generation and ends with its signal (38, 39). */
export function typedCellBytes(content: Buffer, at: number): number {
  const isLte = (content[at] as number) >= LTE;
  return 1 + cellBytes(content, at + 1, isLte ? 12 : 5) + (isLte ? 2 : 1);
}

export function merged(
  record: DeviceRecord,
  values: Partial<DeviceRecord>,
  attributes: Record<string, AttributeValue> = {},
): DeviceRecord {
  const ignition = values.ignition ?? record.ignition;
  return {
    ...record,
    ...values,
    ignition,
    attributes: { ...record.attributes, ...values.attributes, ...attributes },
  };
}

/** Ignition, upload mode and resent flag. */
export function withReport(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  return merged(
    record,
    { ignition: content[at] === 1 },
    { uploadMode: content[at + 1] as number, resent: content[at + 2] === 1 },
  );
}

export function withOdometer(record: DeviceRecord, metres: number): DeviceRecord {
  return metres > MAX_ODOMETER_M ? record : { ...record, odometerM: metres };
}

/** Whether there is an IMEI at an offset; after a login, it must equal the login's IMEI. */
export function isOwnImei(content: Buffer, at: number, { deviceId }: MessageContext): boolean {
  const imei = readImei(content, at);
  return imei !== null && (deviceId === '' || imei === deviceId);
}

/** A digit string for a card or key; null if all bytes are zero. */
export function tagOf(bytes: Buffer): string | null {
  return bytes.every((byte) => byte === 0) ? null : bytes.toString('hex');
}

/** The fields after position and cell in all messages of the common format. */
export function commonTail(record: DeviceRecord, content: Buffer, at: number): Reading {
  const rest = content.length - at;
  if (rest === 0) return whole(record);
  if (rest === 4) return whole(withOdometer(record, content.readUInt32BE(at)));
  if (rest < 3) return part(record);
  const isReport = (content[at] as number) <= 1 && (content[at + 2] as number) <= 1;
  if (rest !== 3 && rest !== 7) return part(isReport ? withReport(record, content, at) : record);
  const reported = withReport(record, content, at);
  return whole(rest === 3 ? reported : withOdometer(reported, content.readUInt32BE(at + 3)));
}

export const readPlace = (content: Buffer, offsetMin: number, at = 0): DeviceRecord | null => {
  const position = readPosition(content, at);
  return position === null ? null : located(position, offsetMin);
};
