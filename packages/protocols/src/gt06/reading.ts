import type { DeviceRecord } from '../record.ts';
import { readImei } from './content.ts';
import { withOdometer, withReport } from './record-fields.ts';

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

/** Whether there is an IMEI at an offset; after a login, it must equal the login's IMEI. */
export function isOwnImei(content: Buffer, at: number, { deviceId }: MessageContext): boolean {
  const imei = readImei(content, at);
  return imei !== null && (deviceId === '' || imei === deviceId);
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
