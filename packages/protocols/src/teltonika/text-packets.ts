import type { DeviceMessage } from '../codec.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { StructureError } from './avl.ts';

/** Codecs of texts: commands and answers, with a time, with the IMEI, with both. */
export const CODEC_12 = 0x0c;
export const CODEC_13 = 0x0d;
export const CODEC_14 = 0x0e;
export const CODEC_15 = 0x0f;

const FROM_DEVICE = 0x06;
/** Type of a codec 14 reply to a command for a different device. */
const NOT_ITS_IMEI = 0x11;
const IMEI_BYTES = 8;
const SECONDS_BYTES = 4;
const MS_BYTES = 8;
/** Quantity, type and length of a text. */
const TEXT_HEAD_BYTES = 5;

/** Times before 2000 are no seconds: some firmware sends milliseconds in eight bytes. */
const FIRST_S = Date.UTC(2000, 0, 1) / 1000;
const LAST_MS = Date.UTC(2100, 0, 1);

/** What a text packet holds, and whether all of it has a known meaning. */
export interface TextReading {
  readonly messages: readonly DeviceMessage[];
  readonly isKnown: boolean;
}

/** Bytes of the serial port or of an answer: text if all are printable, otherwise hexadecimal. */
function textOf(bytes: Buffer): string {
  for (const byte of bytes) {
    const isText = (byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d);
    if (!isText) return bytes.toString('hex');
  }
  return bytes.toString('latin1');
}

/** Time of the device and the bytes after it. */
function timeOf(content: Buffer): { readonly timeMs: number | null; readonly from: number } {
  if (content.length >= SECONDS_BYTES) {
    const seconds = content.readUInt32BE(0);
    if (seconds >= FIRST_S) return { timeMs: seconds * 1000, from: SECONDS_BYTES };
  }
  if (content.length >= MS_BYTES) {
    const timeMs = content.readUInt32BE(0) * 0x1_0000_0000 + content.readUInt32BE(4);
    if (timeMs >= FIRST_S * 1000 && timeMs < LAST_MS) return { timeMs, from: MS_BYTES };
  }
  return { timeMs: null, from: 0 };
}

/** Bytes that a device received at its serial port, as a record without a position. */
function serialRecord(content: Buffer, hasImei: boolean): DeviceRecord {
  const { timeMs, from } = timeOf(content);
  const skip = from + (hasImei && timeMs !== null ? IMEI_BYTES : 0);
  const serialData = textOf(content.subarray(skip));
  return { ...EMPTY_RECORD, timeMs, attributes: { serialData } };
}

/** The text of a codec 12 or 14 message; null if it is neither an answer nor a refusal. */
function answerOf(codec: number, type: number, content: Buffer): DeviceMessage | null {
  const isRefusal = codec === CODEC_14 && type === NOT_ITS_IMEI;
  if (type !== FROM_DEVICE && !isRefusal) return null;
  const text = textOf(content.subarray(codec === CODEC_14 ? IMEI_BYTES : 0));
  return { kind: 'command-answer', text, accepted: !isRefusal, answer: null };
}

/**
 * Reads a packet of codec 12, 13, 14 or 15. Codecs 13 and 15 carry the bytes of a serial port,
 * which become records. None of them has an acknowledgement.
 *
 * @param bytes the buffer that contains it
 * @param from offset of the codec id
 * @param end offset behind the second quantity
 * @throws StructureError if a length exceeds the end or the quantities differ
 */
export function readTextPacket(bytes: Buffer, from: number, end: number): TextReading {
  const codec = bytes[from] as number;
  const count = bytes[from + 1] as number;
  const messages: DeviceMessage[] = [];
  const records: DeviceRecord[] = [];
  let isKnown = true;
  let at = from + 2;
  for (let n = 0; n < count; n += 1) {
    if (at + TEXT_HEAD_BYTES > end) throw new StructureError('cut_short');
    const type = bytes[at] as number;
    const contentEnd = at + TEXT_HEAD_BYTES + bytes.readUInt32BE(at + 1);
    if (contentEnd > end) throw new StructureError('cut_short');
    const content = bytes.subarray(at + TEXT_HEAD_BYTES, contentEnd);
    at = contentEnd;
    if (codec === CODEC_14 && content.length < IMEI_BYTES) throw new StructureError('cut_short');
    if (codec === CODEC_13 || codec === CODEC_15) {
      records.push(serialRecord(content, codec === CODEC_15));
      continue;
    }
    const answer = answerOf(codec, type, content);
    if (answer === null) isKnown = false;
    messages.push(answer ?? { kind: 'notice', name: `text-${type}`, answer: null });
  }
  if (at + 1 !== end) throw new StructureError('bytes_left');
  if (bytes[at] !== count) throw new StructureError('counts_differ');
  if (records.length > 0) messages.push({ kind: 'records', records, stored: null, failed: null });
  return { messages, isKnown };
}
