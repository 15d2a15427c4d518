import { asciiText } from '../bytes/ascii-text.ts';
import { crc16Arc } from '../bytes/crc16.ts';
import { isDigitByte, startsLike } from '../bytes/starts.ts';
import { StreamBuffer } from '../bytes/stream-buffer.ts';
import type {
  BadFrameReason,
  CodecOptions,
  CodecSession,
  DeviceFrame,
  DeviceMessage,
  StreamCodec,
} from '../codec.ts';
import { isAvlCodec, readAvlBody, StructureError } from './avl.ts';
import { encodeTeltonikaCommand, readCommandAnswers } from './commands.ts';
import { readGh3000Body } from './gh3000.ts';
import { parametersOf } from './parameters.ts';
import { toDeviceRecord } from './record.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Codec id, count, count: the minimum body. */
const MIN_BODY_BYTES = 3;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/** A device may send this byte alone at any time, to keep the connection open. */
const KEEP_ALIVE = 0xff;
const GH3000 = 0x07;
const COMMAND_CODECS = new Set([0x0c, 0x0d, 0x0e]);
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

/** The message in a packet with a correct checksum. */
function readBody(bytes: Buffer, from: number, end: number, model: string | null): DeviceMessage[] {
  const codec = bytes[from] as number;
  try {
    if (isAvlCodec(codec)) {
      const parameters = parametersOf(model);
      const records = readAvlBody(bytes, from, end).map((avl) => toDeviceRecord(avl, parameters));
      const stored = acknowledgement(records.length);
      return [{ kind: 'records', records, stored, failed: null }];
    }
    if (COMMAND_CODECS.has(codec)) return readCommandAnswers(bytes, from, end);
    if (codec === GH3000) {
      const records = readGh3000Body(bytes, from, end);
      const stored = acknowledgement(records.length);
      return [{ kind: 'records', records, stored, failed: null }];
    }
    return [bad('structure', NONE_ACCEPTED)];
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError) {
      return [bad('structure', NONE_ACCEPTED)];
    }
    throw error;
  }
}

/** The raw frame; its kind is the codec's id. */
function frameOf(bytes: Buffer, end: number, { kind }: DeviceMessage): DeviceFrame {
  return {
    bytes: bytes.subarray(0, end + CRC_BYTES),
    kind: (bytes[HEADER_BYTES] as number).toString(16).padStart(2, '0'),
    understood: kind !== 'bad',
    offsetMin: 0,
  };
}

class TeltonikaSession implements CodecSession {
  readonly #buffer = new StreamBuffer();
  #deviceId: string | null = null;

  constructor(private readonly options: CodecOptions) {}

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    return this.#deviceId !== null ? encodeTeltonikaCommand(asciiText(text)) : null;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#buffer.push(chunk);
    const messages: DeviceMessage[] = [];
    while (this.#step(messages));
    this.#buffer.detach();
    return messages;
  }

  /** Decodes one message from the front; false if more bytes are needed. */
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
    if (this.#deviceId !== null || length < 1 || length > 32) {
      // Neither a packet nor a login: the start of the next packet is unknown.
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
    const isSound = crc16Arc(bytes, HEADER_BYTES, end) === expected;
    const model = this.options.model?.(this.#deviceId ?? '') ?? null;
    const [first, ...others] = isSound
      ? readBody(bytes, HEADER_BYTES, end, model)
      : [bad('checksum', NONE_ACCEPTED)];
    if (first !== undefined)
      messages.push({ ...first, raw: frameOf(bytes, end, first) }, ...others);
    this.#buffer.drop(end + CRC_BYTES);
    return true;
  }
}

/** Teltonika over TCP: Codec 8, 8 Extended and 16, command answers in 12, 13 and 14. */
export const teltonikaCodec: StreamCodec = {
  name: 'teltonika',
  maxFrameBytes: MAX_FRAME_BYTES,
  // A login: the length of the identity, then its digits.
  recognises: (start) =>
    startsLike(start, [0, (length) => length >= 1 && length <= 32, isDigitByte]),
  createSession: (options = {}) => new TeltonikaSession(options),
};
