import type { EncodedPosition } from '../encoded-position.ts';
import { encodeDigitalMatter } from './frame.ts';
import { EPOCH_MS } from './records.ts';

/** The hello of a device. */
export const encodeDigitalMatterHello = (imei: string): Buffer =>
  encodeDigitalMatter(0x00, Buffer.concat([Buffer.from(`\x1b\0\0\0${imei}`), Buffer.alloc(32)]));

/** The request for the answer after which a device deletes its records. */
export const encodeDigitalMatterCommit = (): Buffer => encodeDigitalMatter(0x05, Buffer.alloc(0));

/** A position with further fields. */
export interface DigitalMatterInput extends EncodedPosition {
  readonly recordNumber?: number;
  readonly isFix?: boolean;
  readonly altitudeM?: number;
  readonly reason?: number;
  /** Number and content of further fields, as bytes. */
  readonly further?: Uint8Array;
}

function encodeRecord(input: DigitalMatterInput): Buffer {
  const seconds = Math.max(0, Math.floor((input.timeMs - EPOCH_MS) / 1000));
  const { further = Buffer.alloc(0) } = input;
  const record = Buffer.alloc(44);
  record.writeUInt16LE(record.length + further.length, 0);
  record.writeUInt32LE(input.recordNumber ?? 1, 2);
  record.writeUInt32LE(seconds, 6);
  record[10] = input.reason ?? 3;
  record[12] = 21;
  record.writeUInt32LE(seconds, 13);
  record.writeInt32LE(Math.round(input.latitudeDeg * 1e7), 17);
  record.writeInt32LE(Math.round(input.longitudeDeg * 1e7), 21);
  record.writeInt16LE(input.altitudeM ?? 0, 25);
  record.writeUInt16LE(Math.round(input.speedKmh / 0.036), 27);
  record[30] = Math.round(input.headingDeg / 2);
  record[31] = 12;
  record[32] = 7;
  record[33] = (input.isFix ?? true) ? 3 : 0;
  record[34] = 2;
  record[35] = 8;
  record.writeUInt32LE(input.ignition ? 1 : 0, 36);
  record.writeUInt16LE(3, 42);
  return Buffer.concat([record, further]);
}

/** A message with records. */
export const encodeDigitalMatterRecords = (inputs: readonly DigitalMatterInput[]): Buffer =>
  encodeDigitalMatter(0x04, Buffer.concat(inputs.map(encodeRecord)));
