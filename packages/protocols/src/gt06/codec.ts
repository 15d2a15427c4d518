import { asciiText } from '../bytes/ascii-text.ts';
import { StreamBuffer } from '../bytes/stream-buffer.ts';
import {
  type CodecOptions,
  type CodecSession,
  type DeviceMessage,
  MAX_BAD_IN_PUSH,
  type StreamCodec,
} from '../codec.ts';
import { commandText, readLogin } from './content.ts';
import { encodeGt06Command } from './encode.ts';
import { encodeGt06Frame, type Gt06Frame, isMark, lookAt, MAX_LENGTH } from './frame.ts';
import { readMessage } from './messages.ts';

const LOGIN = 0x01;
const COMMAND_ANSWERS = new Set([0x15, 0x21]);
const TIME_REQUEST = 0x8a;
/** Valid messages that are not answered. */
const UNANSWERED = new Set([0x94, 0x17, 0x18, 0x24, 0x28, 0x2e, 0x2c, 0x69, 0xa1, 0xa2]);
/** In these messages, newer models send UTC regardless of their time zone setting (section 3). */
const ALWAYS_UTC = new Set([0x22, 0xa0]);

class Gt06Session implements CodecSession {
  readonly #buffer = new StreamBuffer();
  #deviceId = '';
  #zoneMin: number | null = null;
  #badInPush = 0;
  #commandNumber = 0;

  constructor(private readonly options: CodecOptions) {}

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    this.#commandNumber = (this.#commandNumber + 1) & 0xffff;
    return encodeGt06Command(asciiText(text), this.#commandNumber);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#buffer.push(chunk);
    const messages: DeviceMessage[] = [];
    this.#badInPush = 0;
    while (this.#step(messages));
    this.#buffer.detach();
    return messages;
  }

  /** Consumes one frame, or bytes that start none; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.#buffer;
    const start = nextMark(bytes);
    if (start > 0) this.#buffer.drop(start);
    const rest = this.#buffer.bytes;
    if (rest.length < 2) return false;
    const look = lookAt(rest, 0);
    if (look.kind === 'wait') return false;
    if (look.kind === 'bad') {
      messages.push({ kind: 'bad', reason: look.reason, answer: null });
      this.#badInPush += 1;
      // A frame's content may contain start marks, so the real start may be at any later byte.
      this.#buffer.drop(this.#badInPush < MAX_BAD_IN_PUSH ? 1 : rest.length);
      return true;
    }
    const message = this.#read(look.frame, rest.subarray(0, look.bytes));
    this.#buffer.drop(look.bytes);
    messages.push(message);
    return true;
  }

  #offsetMin(protocolNumber: number): number {
    if (ALWAYS_UTC.has(protocolNumber)) return 0;
    return this.options.clockOffsetMin?.(this.#deviceId) ?? this.#zoneMin ?? 0;
  }

  #read(frame: Gt06Frame, bytes: Uint8Array): DeviceMessage {
    const { protocolNumber, content, serial } = frame;
    const answer = encodeGt06Frame(protocolNumber, Buffer.alloc(0), serial);
    const offsetMin = this.#offsetMin(protocolNumber);
    const kind = protocolNumber.toString(16).padStart(2, '0');
    const raw = { bytes, kind, understood: true, offsetMin };
    if (protocolNumber === LOGIN) {
      const login = readLogin(content);
      if (login === null) return { kind: 'bad', reason: 'structure', answer: null };
      this.#deviceId = login.imei;
      this.#zoneMin = login.timezoneOffsetMin;
      return { kind: 'login', deviceId: login.imei, accepted: answer, refused: null, raw };
    }
    if (COMMAND_ANSWERS.has(protocolNumber)) {
      const text = commandText(protocolNumber, content);
      return { kind: 'command-answer', text, accepted: true, answer: null, raw };
    }
    if (protocolNumber === TIME_REQUEST) {
      const time = timeBytes(this.options.nowMs?.() ?? 0);
      return {
        kind: 'notice',
        name: kind,
        answer: encodeGt06Frame(TIME_REQUEST, time, serial),
        raw,
      };
    }
    const { isLong } = frame;
    const context = { protocolNumber, isLong, deviceId: this.#deviceId, offsetMin };
    const reading = readMessage(content, context);
    const due =
      UNANSWERED.has(protocolNumber) && reading?.record.latitudeDeg == null ? null : answer;
    if (reading === null) {
      return { kind: 'notice', name: kind, answer: due, raw: { ...raw, understood: false } };
    }
    const { record, complete } = reading;
    const understood = { ...raw, understood: complete };
    return { kind: 'records', records: [record], stored: due, failed: null, raw: understood };
  }
}

function nextMark(bytes: Buffer): number {
  for (let at = 0; at + 1 < bytes.length; at += 1) if (isMark(bytes, at)) return at;
  // The last byte may be the first half of a start mark.
  const last = bytes.at(-1);
  return last === 0x78 || last === 0x79 ? bytes.length - 1 : bytes.length;
}

function timeBytes(nowMs: number): Buffer {
  const now = new Date(nowMs);
  return Buffer.from([
    now.getUTCFullYear() - 2000,
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ]);
}

/** GT06 and related Concox protocols over TCP. */
export const gt06Codec: StreamCodec = {
  name: 'gt06',
  maxFrameBytes: MAX_LENGTH,
  createSession: (options = {}) => new Gt06Session(options),
};
