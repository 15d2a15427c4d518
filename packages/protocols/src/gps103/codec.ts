import { BufferedSession } from '../bytes/buffered-session.ts';
import { anyOf, isDigitByte, startsLike, textRules } from '../bytes/starts.ts';
import {
  type DeviceFrame,
  type DeviceMessage,
  framesInDatagrams,
  type StreamCodec,
} from '../codec.ts';
import { inPhysicalRange } from '../physical-range.ts';
import { readReport } from './messages.ts';

/** Maximum length of a message; parts of photos are the longest. */
const MAX_FRAME_BYTES = 2048;
const IMEI_DIGITS = 15;
/** A message ends with one of `;`, `*`, CR and LF, and an empty one is skipped. */
const ENDS = new Set([0x3b, 0x2a, 0x0d, 0x0a]);
const LOGGED_IN = Buffer.from('LOAD', 'latin1');
const ALIVE = Buffer.from('ON', 'latin1');

/** `##,imei:359586015829802,A`, in some models `imei:359586015829802,L,`. */
const LOGIN = /^(?:##,)?imei:(\d{10,15}),[A-Z]?,?$/;
const REPORT = /^imei:(\d{10,15}),(.+)$/;

class Gps103Session extends BufferedSession {
  #deviceId = '';

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Consumes one message; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    if (bytes.length === 0) return false;
    if (ENDS.has(bytes[0] as number)) {
      this.buffer.drop(1);
      return true;
    }
    const digits = countDigits(bytes);
    if (digits === IMEI_DIGITS) {
      // A heartbeat is the IMEI alone. Many devices send no end behind it and wait for the answer.
      const frame = bytes.subarray(0, IMEI_DIGITS);
      const raw = this.#raw('heartbeat', frame);
      const login = this.#login(frame.toString('latin1'));
      messages.push(...login, { kind: 'notice', name: 'heartbeat', answer: ALIVE, raw });
      this.buffer.drop(IMEI_DIGITS);
      return true;
    }
    if (digits === bytes.length) return false;
    const end = bytes.findIndex((byte) => ENDS.has(byte));
    if (end < 0 && bytes.length < MAX_FRAME_BYTES) return false;
    const isTooLong = end < 0 || end > MAX_FRAME_BYTES;
    const frame = bytes.subarray(0, end + 1);
    const read = isTooLong
      ? [{ kind: 'bad', reason: 'length', answer: null } as const]
      : this.#read(frame.toString('latin1', 0, end), frame);
    messages.push(...read);
    if (isTooLong) this.buffer.drop(bytes.length);
    else if (read.some(({ kind }) => kind === 'bad')) this.buffer.dropBad(end + 1);
    else this.buffer.drop(end + 1);
    return true;
  }

  #raw(kind: string, bytes: Uint8Array, understood = true): DeviceFrame {
    return { kind, bytes, understood, offsetMin: this.#offsetMin ?? 0 };
  }

  get #offsetMin(): number | null {
    return this.options.clockOffsetMin?.(this.#deviceId) ?? null;
  }

  /** A login before the first message of a device: each message names its device. */
  #login(id: string): DeviceMessage[] {
    if (id === this.#deviceId) return [];
    this.#deviceId = id;
    return [{ kind: 'login', deviceId: id, accepted: null, refused: null }];
  }

  #read(text: string, frame: Buffer): DeviceMessage[] {
    const login = LOGIN.exec(text);
    if (login !== null) {
      const deviceId = login[1] as string;
      this.#deviceId = deviceId;
      const raw = this.#raw('login', frame);
      return [{ kind: 'login', deviceId, accepted: LOGGED_IN, refused: null, raw }];
    }
    const report = /^[\x20-\x7e]+$/.test(text) ? REPORT.exec(text) : null;
    if (report === null) return [{ kind: 'bad', reason: 'structure', answer: null }];
    const [, id = '', rest = ''] = report;
    const known = this.#login(id);
    const fields = [id, ...rest.split(',')];
    const [, keyword = ''] = fields;
    const kind = /^[\w ]{1,20}$/.test(keyword) ? keyword : 'report';
    const record = readReport(fields, this.#offsetMin);
    // The server ends an emergency call, or the device repeats it.
    const stored = keyword === 'help me' ? Buffer.from(`**,imei:${id},E;`, 'latin1') : null;
    if (record === null) {
      const raw = this.#raw(kind, frame, false);
      return [...known, { kind: 'notice', name: kind, answer: stored, raw }];
    }
    const records = [inPhysicalRange(record)];
    return [
      ...known,
      { kind: 'records', records, stored, failed: null, raw: this.#raw(kind, frame) },
    ];
  }
}

/** Digits at the beginning, up to those of an IMEI. */
function countDigits(bytes: Buffer): number {
  let count = 0;
  while (count < Math.min(IMEI_DIGITS, bytes.length) && isDigitByte(bytes[count] as number)) {
    count += 1;
  }
  return count;
}

/** A login, a report or an IMEI. */
const recognises = (start: Uint8Array) =>
  anyOf(
    startsLike(start, textRules('##,imei:')),
    startsLike(start, textRules('imei:')),
    startsLike(start, Array(IMEI_DIGITS).fill(isDigitByte)),
  );

/** The text protocol of Coban (models 103, 303, 403 and others) and its copies (TK103 family). */
export const gps103Codec: StreamCodec = {
  name: 'gps103',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises,
  createSession: (options = {}) => new Gps103Session(options),
};

/** Its datagrams hold the same messages. */
export const gps103Datagrams = framesInDatagrams(gps103Codec);
