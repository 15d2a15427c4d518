import { asciiText } from '../bytes/ascii-text.ts';
import { crc16Arc } from '../bytes/crc16.ts';
import { StreamBuffer } from '../bytes/stream-buffer.ts';
import type { BadFrameReason, CodecSession, DeviceMessage, StreamCodec } from '../codec.ts';
import { isAvlCodec, readAvlBody, StructureError } from './avl.ts';
import { encodeTeltonikaCommand, readCommandAnswers } from './commands.ts';
import { toDeviceRecord } from './record.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Codec id, count, count: the least a body has. */
const MIN_BODY_BYTES = 3;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/** A device may send this byte alone at any time, to keep the connection open. */
const KEEP_ALIVE = 0xff;
const GH3000 = 0x07;
const COMMAND_CODECS = new Set([0x0c, 0x0d, 0x0e]);
/** Answer that makes the device send the packet again. */
const NONE_ACCEPTED = Buffer.alloc(4);

/** How many records were stored, as the device wants to hear it. */
export function acknowledgement(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

function bad(reason: BadFrameReason, answer: Uint8Array | null = null): DeviceMessage {
  return { kind: 'bad', reason, answer };
}

/** The message in a packet whose check sum is right. */
function readBody(bytes: Buffer, from: number, end: number): DeviceMessage[] {
  const codec = bytes[from] as number;
  try {
    if (isAvlCodec(codec)) {
      const records = readAvlBody(bytes, from, end).map(toDeviceRecord);
      const stored = acknowledgement(records.length);
      return [{ kind: 'records', records, stored, failed: null }];
    }
    if (COMMAND_CODECS.has(codec)) return readCommandAnswers(bytes, from, end);
    if (codec === GH3000) {
      const count = bytes[from + 1] ?? 0;
      return [{ kind: 'notice', name: 'gh3000', answer: acknowledgement(count) }];
    }
    return [bad('structure', NONE_ACCEPTED)];
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError) {
      return [bad('structure', NONE_ACCEPTED)];
    }
    throw error;
  }
}

class TeltonikaSession implements CodecSession {
  readonly #buffer = new StreamBuffer();
  #loggedIn = false;

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    return this.#loggedIn ? encodeTeltonikaCommand(asciiText(text)) : null;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#buffer.push(chunk);
    const messages: DeviceMessage[] = [];
    while (this.#step(messages));
    this.#buffer.detach();
    return messages;
  }

  /** Takes one message from the front; false when more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.#buffer;
    if (bytes.length === 0) return false;
    if (bytes[0] === KEEP_ALIVE) {
      this.#buffer.drop(1);
      return true;
    }
    if (bytes.length < 2) return false;
    // A packet starts with four zeros, a login with the length of an IMEI.
    return bytes.readUInt16BE(0) === 0 ? this.#packet(messages) : this.#login(messages);
  }

  #login(messages: DeviceMessage[]): boolean {
    const { bytes } = this.#buffer;
    const length = bytes.readUInt16BE(0);
    if (this.#loggedIn || length < 1 || length > 32) {
      // Neither a packet nor a login: nothing tells where the next packet starts.
      messages.push(bad('structure'));
      this.#buffer.drop(bytes.length);
      return false;
    }
    if (bytes.length < 2 + length) return false;
    const deviceId = bytes.toString('latin1', 2, 2 + length);
    this.#buffer.drop(2 + length);
    if (!/^\d+$/.test(deviceId)) {
      messages.push(bad('structure'));
      return true;
    }
    this.#loggedIn = true;
    messages.push({
      kind: 'login',
      deviceId,
      accepted: Buffer.from([1]),
      refused: Buffer.from([0]),
    });
    return true;
  }

  #packet(messages: DeviceMessage[]): boolean {
    const { bytes } = this.#buffer;
    if (bytes.length < HEADER_BYTES) return false;
    const length = bytes.readUInt32BE(4);
    const lies = bytes.readUInt32BE(0) !== 0;
    if (lies || length < MIN_BODY_BYTES || length > MAX_FRAME_BYTES) {
      messages.push(bad('length', NONE_ACCEPTED));
      this.#buffer.drop(bytes.length);
      return false;
    }
    const end = HEADER_BYTES + length;
    if (bytes.length < end + CRC_BYTES) return false;
    const expected = bytes.readUInt32BE(end);
    if (crc16Arc(bytes, HEADER_BYTES, end) !== expected)
      messages.push(bad('checksum', NONE_ACCEPTED));
    else messages.push(...readBody(bytes, HEADER_BYTES, end));
    this.#buffer.drop(end + CRC_BYTES);
    return true;
  }
}

/** Teltonika over TCP: Codec 8, 8 Extended and 16, command answers in 12, 13 and 14. */
export const teltonikaCodec: StreamCodec = {
  name: 'teltonika',
  maxFrameBytes: MAX_FRAME_BYTES,
  createSession: () => new TeltonikaSession(),
};
