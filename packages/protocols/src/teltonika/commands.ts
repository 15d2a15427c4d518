import { crc16Arc } from '../bytes/crc16.ts';

const TO_DEVICE = 0x05;
const FROM_DEVICE = 0x06;

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
