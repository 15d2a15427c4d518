import { asciiText } from '../bytes/ascii-text.ts';
import { BufferedSession } from '../bytes/buffered-session.ts';
import { crc16Arc } from '../bytes/crc16.ts';
import { isDigitByte, startsLike } from '../bytes/starts.ts';
import type { BadFrameReason, DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import { StructureError } from './avl.ts';
import { isRecordCodec, readRecords } from './body.ts';
import { encodeTeltonikaCommand } from './commands.ts';
import { digitsOf } from './identity.ts';
import { CODEC_12, CODEC_13, CODEC_14, CODEC_15, readTextPacket } from './text-packets.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Codec id, count, count: the minimum body. */
const MIN_BODY_BYTES = 3;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/** A device may send this byte alone at any time, to keep the connection open. */
const KEEP_ALIVE = 0xff;
const TEXT_CODECS: ReadonlySet<number> = new Set([CODEC_12, CODEC_13, CODEC_14, CODEC_15]);
/** Reply that makes the device send the packet again. */
const NONE_ACCEPTED = Buffer.alloc(4);

/** The reply with the number of stored records. */
export function acknowledgement(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

function bad(
  reason: BadFrameReason,
  answer: Uint8Array | null = null,
): DeviceMessage & { kind: 'bad' } {
  return { kind: 'bad', reason, answer };
}

/** The messages of a packet, and whether all of it has a known meaning. */
interface PacketReading {
  readonly messages: readonly DeviceMessage[];
  readonly isKnown: boolean;
}

const WRONG_STRUCTURE: PacketReading = {
  messages: [bad('structure', NONE_ACCEPTED)],
  isKnown: false,
};

/** Reads a packet with a correct checksum. */
function readBody(bytes: Buffer, from: number, end: number, model: string | null): PacketReading {
  const codec = bytes[from] as number;
  try {
    if (TEXT_CODECS.has(codec)) return readTextPacket(bytes, from, end);
    if (!isRecordCodec(codec)) return WRONG_STRUCTURE;
    const { records, isKnown } = readRecords(bytes, from, end, model);
    const stored = acknowledgement(records.length);
    return { messages: [{ kind: 'records', records, stored, failed: null }], isKnown };
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError) return WRONG_STRUCTURE;
    throw error;
  }
}

/** The raw frame; its kind is the codec's id. */
function frameOf(bytes: Buffer, end: number, understood: boolean): DeviceFrame {
  return {
    bytes: bytes.subarray(0, end + CRC_BYTES),
    kind: (bytes[HEADER_BYTES] as number).toString(16).padStart(2, '0'),
    understood,
    offsetMin: 0,
  };
}

class TeltonikaSession extends BufferedSession {
  #deviceId: string | null = null;

  override encodeText(text: string): Uint8Array | null {
    return this.#deviceId !== null ? encodeTeltonikaCommand(asciiText(text)) : null;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Decodes one message from the front; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    if (bytes.length === 0) return false;
    if (bytes[0] === KEEP_ALIVE) {
      this.buffer.drop(1);
      return true;
    }
    if (bytes.length < 2) return false;
    // A packet starts with four zeros, a login with the length of an IMEI.
    return bytes.readUInt16BE(0) === 0 ? this.#packet(messages) : this.#login(messages);
  }

  #login(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    const length = bytes.readUInt16BE(0);
    if (this.#deviceId !== null || length < 1 || length > 32) {
      // Neither a packet nor a login: the start of the next packet is unknown.
      messages.push(bad('structure'));
      this.buffer.drop(bytes.length);
      return false;
    }
    if (bytes.length < 2 + length) return false;
    const deviceId = digitsOf(bytes, 2, 2 + length);
    this.buffer.drop(2 + length);
    if (deviceId === null) {
      messages.push(bad('structure'));
      return true;
    }
    this.#deviceId = deviceId;
    messages.push({
      kind: 'login',
      deviceId,
      accepted: Buffer.from([1]),
      refused: Buffer.from([0]),
    });
    return true;
  }

  #packet(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    if (bytes.length < HEADER_BYTES) return false;
    const length = bytes.readUInt32BE(4);
    const lies = bytes.readUInt32BE(0) !== 0;
    if (lies || length < MIN_BODY_BYTES || length > MAX_FRAME_BYTES) {
      messages.push(bad('length', NONE_ACCEPTED));
      this.buffer.drop(bytes.length);
      return false;
    }
    const end = HEADER_BYTES + length;
    if (bytes.length < end + CRC_BYTES) return false;
    const expected = bytes.readUInt32BE(end);
    const isSound = crc16Arc(bytes, HEADER_BYTES, end) === expected;
    const model = this.options.model?.(this.#deviceId ?? '') ?? null;
    const { messages: read, isKnown } = isSound
      ? readBody(bytes, HEADER_BYTES, end, model)
      : { messages: [bad('checksum', NONE_ACCEPTED)], isKnown: false };
    const [first, ...others] = read;
    if (first !== undefined)
      messages.push({ ...first, raw: frameOf(bytes, end, isKnown) }, ...others);
    this.buffer.drop(end + CRC_BYTES);
    return true;
  }
}

/** Teltonika over TCP: records in codecs 7, 8, 8 Extended and 16, texts in 12, 13, 14 and 15. */
export const teltonikaCodec: StreamCodec = {
  name: 'teltonika',
  maxFrameBytes: MAX_FRAME_BYTES,
  // A login: the length of the identity, then its digits.
  recognises: (start) =>
    startsLike(start, [0, (length) => length >= 1 && length <= 32, isDigitByte]),
  createSession: (options = {}) => new TeltonikaSession(options),
};
