import { crc16Arc } from '../bytes/crc16.ts';
import type { DeviceMessage } from '../codec.ts';
import { StructureError } from './avl.ts';

const TIMED_CODEC = 0x0d;
const IMEI_CODEC = 0x0e;
const TO_DEVICE = 0x05;
const FROM_DEVICE = 0x06;
/** Type of a codec 14 reply to a command for a different device. */
const NOT_ITS_IMEI = 0x11;

/**
 * Reads the texts of a codec 12, 13 or 14 packet.
 *
 * @throws StructureError if a length exceeds the end
 */
export function readCommandAnswers(bytes: Buffer, from: number, end: number): DeviceMessage[] {
  const codec = bytes[from];
  const head = codec === TIMED_CODEC ? 4 : codec === IMEI_CODEC ? 8 : 0;
  const count = bytes[from + 1] as number;
  const messages: DeviceMessage[] = [];
  let at = from + 2;
  for (let n = 0; n < count; n += 1) {
    if (at + 5 > end) throw new StructureError('cut_short');
    const length = bytes.readUInt32BE(at + 1);
    at += 5;
    if (length < head || at + length > end) throw new StructureError('cut_short');
    const text = bytes.toString('latin1', at + head, at + length);
    const accepted = bytes[at] !== NOT_ITS_IMEI;
    messages.push({ kind: 'command-answer', text, accepted, answer: null });
    at += length;
  }
  return messages;
}

/** A command to a device as a codec 12 packet. */
export function encodeTeltonikaCommand(text: string): Buffer {
  return textPacket(TO_DEVICE, text);
}

/** A device's reply to a command as a codec 12 packet. */
export function encodeTeltonikaAnswer(text: string): Buffer {
  return textPacket(FROM_DEVICE, text);
}

function textPacket(type: number, text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const body = Buffer.alloc(8 + payload.length);
  body[0] = 0x0c;
  body[1] = 1;
  body[2] = type;
  body.writeUInt32BE(payload.length, 3);
  payload.copy(body, 7);
  body[7 + payload.length] = 1;
  return packet(body);
}

/** Adds preamble, length and checksum to a body. */
export function packet(body: Buffer): Buffer {
  const frame = Buffer.alloc(12 + body.length);
  frame.writeUInt32BE(body.length, 4);
  body.copy(frame, 8);
  frame.writeUInt32BE(crc16Arc(body), 8 + body.length);
  return frame;
}
