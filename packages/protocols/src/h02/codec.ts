import { BufferedSession } from '../bytes/buffered-session.ts';
import { anyOf, startsLike } from '../bytes/starts.ts';
import {
  type DeviceFrame,
  type DeviceMessage,
  framesInDatagrams,
  type StreamCodec,
} from '../codec.ts';
import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceRecord } from '../record.ts';
import { binaryId, readBinary } from './binary.ts';
import { beginsFrame, type H02Look, lookAt, MAX_TEXT_BYTES, nextMark } from './frame.ts';
import { readPosition } from './position-text.ts';
import { readCellsInPlace, STATUS_READERS } from './status-text.ts';

/** Types that the server confirms with its time. */
const CONFIRMED = new Set(['V1', 'NBR']);
/** Logins and heartbeats, which are answered with their own beginning. */
const ECHOED = new Set(['V0', 'HTBT']);
/** Types with a position, by their first letter. */
const POSITION = /^V/;

const two = (value: number) => String(value).padStart(2, '0');

/** The confirmation of a message: its type and the current time in UTC as yyyymmddhhmmss. */
function encodeConfirmation(id: string, type: string, nowMs: number): Buffer {
  const now = new Date(nowMs);
  const date = `${now.getUTCFullYear()}${two(now.getUTCMonth() + 1)}${two(now.getUTCDate())}`;
  const time = `${two(now.getUTCHours())}${two(now.getUTCMinutes())}${two(now.getUTCSeconds())}`;
  return Buffer.from(`*HQ,${id},V4,${type},${date}${time}#`, 'latin1');
}

/** The answer to a message, if its type has one. */
function answerTo(
  head: { readonly maker: string; readonly id: string; readonly type: string },
  nowMs: number,
): Buffer | null {
  const { maker, id, type } = head;
  if (id === '') return null;
  if (ECHOED.has(type)) return Buffer.from(`*${maker},${id},${type}#`, 'latin1');
  return CONFIRMED.has(type) ? encodeConfirmation(id, type, nowMs) : null;
}

/** Fields of a position behind the answer: time of the command and of the device, validity. */
const POSITION_AT = /^(?:\d{6}|[AV])$/;
/** Failures, in words and as the codes 00 to 7F; 80 and above are successes. */
const REFUSAL = /^(?:ERROR|FAIL|[0-7][0-9A-F])$/i;

/** A confirmation (V4): the confirmed command, its result, and the position. */
function commandAnswer(fields: readonly string[]): DeviceMessage & { kind: 'command-answer' } {
  const [, , , command = '', ...rest] = fields;
  const end = rest.findIndex((field) => POSITION_AT.test(field));
  const said = command === 'INFO' || end < 0 ? rest : rest.slice(0, end);
  const accepted = !REFUSAL.test(said[0] ?? '');
  const text = [command, ...said].join(',');
  return { kind: 'command-answer', text, accepted, answer: null };
}

class H02Session extends BufferedSession {
  #deviceId = '';
  /** Bytes of an extension that may follow the last report. */
  #extension = 0;

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Consumes one frame, or bytes that begin none; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    if (this.buffer.length === 0) return false;
    if (this.#extension > 0) return this.#skipExtension(messages);
    this.buffer.drop(nextMark(this.buffer.bytes));
    const { bytes } = this.buffer;
    if (bytes.length === 0) return false;
    const look = lookAt(bytes);
    if (look.kind === 'wait') return false;
    if (look.kind === 'bad') {
      messages.push({ kind: 'bad', reason: look.reason, answer: null });
      this.buffer.dropBad(1);
      return true;
    }
    const frame = bytes.subarray(0, look.bytes);
    const read =
      look.kind === 'text' ? this.#readText(look.text, frame) : this.#readBinary(look, frame);
    messages.push(...read);
    // The real beginning of a frame may be at any later byte.
    if (read.some(({ kind }) => kind === 'bad')) this.buffer.dropBad(1);
    else {
      if (look.kind === 'binary') this.#extension = look.extension;
      this.buffer.drop(look.bytes);
    }
    return true;
  }

  /** Cell and signal behind a binary report, which have no length and no mark. */
  #skipExtension(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    if (beginsFrame(bytes)) {
      this.#extension = 0;
      return true;
    }
    if (bytes.length < this.#extension) return false;
    const raw = this.#raw('extension', bytes.subarray(0, this.#extension));
    messages.push({ kind: 'notice', name: 'extension', answer: null, raw });
    this.buffer.drop(this.#extension);
    this.#extension = 0;
    return true;
  }

  #raw(kind: string, bytes: Uint8Array, understood = true): DeviceFrame {
    return { kind, bytes, understood, offsetMin: this.#offsetMin };
  }

  get #offsetMin(): number {
    return this.options.clockOffsetMin?.(this.#deviceId) ?? 0;
  }

  /** A login before the first message of a device: each message names its device. */
  #login(id: string): DeviceMessage[] {
    if (id === this.#deviceId) return [];
    this.#deviceId = id;
    return [{ kind: 'login', deviceId: id, accepted: null, refused: null }];
  }

  #records(record: DeviceRecord, raw: DeviceFrame, stored: Uint8Array | null): DeviceMessage {
    return { kind: 'records', records: [inPhysicalRange(record)], stored, failed: null, raw };
  }

  #readBinary(look: Extract<H02Look, { kind: 'binary' }>, frame: Buffer): DeviceMessage[] {
    const id = binaryId(frame, look.idBytes);
    const record = id === null ? null : readBinary(frame, look.idBytes, 0);
    if (id === null || record === null) {
      return [{ kind: 'bad', reason: 'structure', answer: null }];
    }
    const login = this.#login(id);
    const timeMs = (record.timeMs ?? 0) - this.#offsetMin * 60_000;
    return [...login, this.#records({ ...record, timeMs }, this.#raw('binary', frame), null)];
  }

  #readText(text: string, frame: Buffer): DeviceMessage[] {
    const fields = text.split(',');
    const [maker = '', id = '', type = ''] = fields;
    const isHead = /^\w{2}$/.test(maker) && /^\w{0,20}$/.test(id) && /^\w{1,10}$/.test(type);
    if (!isHead) return [{ kind: 'bad', reason: 'structure', answer: null }];
    const login = id === '' ? [] : this.#login(id);
    const nowMs = this.options.nowMs?.() ?? 0;
    const stored = answerTo({ maker, id, type }, nowMs);
    const reader = STATUS_READERS.get(type);
    const isCells = type === 'VP1' && fields[3] === 'V';
    const position = () => readPosition(fields, { offsetMin: this.#offsetMin, nowMs });
    const record = isCells
      ? readCellsInPlace(fields)
      : reader === undefined && POSITION.test(type)
        ? position()
        : (reader?.(fields, this.#offsetMin) ?? null);
    const answer = type === 'V4' ? [commandAnswer(fields)] : [];
    if (record !== null) {
      return [...login, this.#records(record, this.#raw(type, frame), stored), ...answer];
    }
    if (type === 'V4') return [...login, { ...commandAnswer(fields), raw: this.#raw(type, frame) }];
    // A heartbeat, and a report of a device without a fix and without a time, hold nothing to store.
    const understood = ECHOED.has(type) || (POSITION.test(type) && reader === undefined);
    const raw = this.#raw(type, frame, understood);
    return [...login, { kind: 'notice', name: type, answer: stored, raw }];
  }
}

const isLetter = (byte: number) => /^[a-z]$/i.test(String.fromCharCode(byte));
const isPairOfDigits = (byte: number) => byte >> 4 <= 9 && (byte & 0x0f) <= 9;

/** A text with two letters of the maker, or a binary report; `$$` begins another protocol. */
const recognises = (start: Uint8Array) =>
  anyOf(
    startsLike(start, [0x2a, isLetter, isLetter, 0x2c]),
    startsLike(start, [0x24, (byte) => byte !== 0x24 && isPairOfDigits(byte), isPairOfDigits]),
  );

/** The H02 protocol in text and binary form (Sinotrack and others; also called HQ). */
export const h02Codec: StreamCodec = {
  name: 'h02',
  maxFrameBytes: MAX_TEXT_BYTES,
  recognises,
  createSession: (options = {}) => new H02Session(options),
};

/** Its datagrams hold the same frames. */
export const h02Datagrams = framesInDatagrams(h02Codec);
