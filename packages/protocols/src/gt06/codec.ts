import { asciiText } from '../bytes/ascii-text.ts';
import { BufferedSession } from '../bytes/buffered-session.ts';
import { anyOf, startsLike } from '../bytes/starts.ts';
import type { DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceEvent, DeviceRecord } from '../record.ts';
import { commandText, readLogin } from './content.ts';
import { encodeGt06Command } from './encode.ts';
import {
  encodeGt06Frame,
  type Gt06Frame,
  type Gt06Look,
  isMark,
  lookAt,
  MAX_LENGTH,
} from './frame.ts';
import { readLocationText } from './location-text.ts';
import { MESSAGE } from './message-numbers.ts';
import { readMessage } from './messages.ts';
import { PhotoTransfer } from './photo-transfer.ts';
import type { Reading } from './reading.ts';
import { encodeWifiAnswer, readWifiFrame } from './wifi-frame.ts';

const COMMAND_ANSWERS = new Set<number>([MESSAGE.commandAnswer, MESSAGE.commandAnswerText]);
/**
 * Devices ask for the address of their position, for a text message to a phone. The server does not
 * look up addresses: the answer is empty.
 */
const NO_ADDRESS = Buffer.from('NA&&NA&&0##', 'latin1');
/** Valid messages that are not answered. */
const UNANSWERED = new Set<number>([MESSAGE.information]);
/** In these messages, newer models send UTC regardless of their time zone setting (section 3). */
const ALWAYS_UTC = new Set<number>([MESSAGE.gpsCellUtc, MESSAGE.gpsLteCell]);

class Gt06Session extends BufferedSession {
  readonly #photos = new PhotoTransfer();
  #deviceId = '';
  #zoneMin: number | null = null;
  #commandNumber = 0;
  /** Alarm states of the last message that reported them. */
  #states: readonly number[] = [];

  override get bufferedBytes(): number {
    return super.bufferedBytes + this.#photos.bytes;
  }

  override encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    this.#commandNumber = (this.#commandNumber + 1) & 0xffff;
    return encodeGt06Command(asciiText(text), this.#commandNumber);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Consumes one frame, or bytes that start none; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.buffer;
    const start = nextMark(bytes);
    if (start > 0) this.buffer.drop(start);
    const rest = this.buffer.bytes;
    if (rest.length < 2) return false;
    const look = lookAt(rest, 0);
    if (look.kind === 'wait') return false;
    if (look.kind === 'bad') {
      messages.push({ kind: 'bad', reason: look.reason, answer: null });
      // A frame's content may contain start marks, so the real start may be at any later byte.
      this.buffer.dropBad(1);
      return true;
    }
    const bytesOfFrame = rest.subarray(0, look.bytes);
    messages.push(
      ...(look.kind === 'wifi'
        ? [this.#network(look, bytesOfFrame)]
        : this.#read(look.frame, bytesOfFrame)),
    );
    this.buffer.drop(look.bytes);
    return true;
  }

  #offsetMin(protocolNumber: number): number {
    if (ALWAYS_UTC.has(protocolNumber)) return 0;
    return this.options.clockOffsetMin?.(this.#deviceId) ?? this.#zoneMin ?? 0;
  }

  #raw(protocolNumber: number, bytes: Uint8Array, understood = true) {
    const kind = protocolNumber.toString(16).padStart(2, '0');
    return { bytes, kind, understood, offsetMin: this.#offsetMin(protocolNumber) };
  }

  /** Cells and access points in a frame without checksum; answered with its time. */
  #network(look: Extract<Gt06Look, { kind: 'wifi' }>, bytes: Uint8Array): DeviceMessage {
    const { content, protocolNumber } = look;
    const raw = this.#raw(protocolNumber, bytes);
    const record = readWifiFrame(content, look.accessPoints, raw.offsetMin);
    if (record === null) return { kind: 'bad', reason: 'structure', answer: null, raw };
    const stored = encodeWifiAnswer(protocolNumber, content);
    return { kind: 'records', records: [record], stored, failed: null, raw };
  }

  /**
   * Alarm states are repeated in every message while they last: each becomes one event, when it
   * begins.
   */
  #withStates({ record, states }: Reading): DeviceRecord {
    if (states === undefined) return record;
    const begun = states.filter((code) => !this.#states.includes(code));
    this.#states = states;
    const known = new Set(record.events.map(({ code }) => code));
    const added = begun
      .filter((code) => !known.has(code))
      .map((code): DeviceEvent => ({ code, kind: 'pulse' }));
    return added.length === 0 ? record : { ...record, events: [...record.events, ...added] };
  }

  #read(frame: Gt06Frame, bytes: Uint8Array): DeviceMessage[] {
    const { protocolNumber, content, serial } = frame;
    const answer = encodeGt06Frame(protocolNumber, Buffer.alloc(0), serial);
    const raw = this.#raw(protocolNumber, bytes);
    const { kind, offsetMin } = raw;
    if (protocolNumber === MESSAGE.login) {
      const login = readLogin(content);
      if (login === null) return [{ kind: 'bad', reason: 'structure', answer: null, raw }];
      this.#deviceId = login.imei;
      this.#zoneMin = login.timezoneOffsetMin;
      return [{ kind: 'login', deviceId: login.imei, accepted: answer, refused: null, raw }];
    }
    if (COMMAND_ANSWERS.has(protocolNumber)) {
      return commandAnswer(commandText(protocolNumber, content), raw);
    }
    if (protocolNumber === MESSAGE.timeRequest) {
      const time = timeBytes(this.options.nowMs?.() ?? 0);
      const answered = encodeGt06Frame(MESSAGE.timeRequest, time, serial);
      return [{ kind: 'notice', name: kind, answer: answered, raw }];
    }
    const photo = this.#deviceId === '' ? null : this.#photos.read(frame, offsetMin);
    if (photo !== null) return [{ ...photo, raw }];
    const { isLong } = frame;
    const model = this.options.model?.(this.#deviceId)?.toUpperCase() ?? '';
    const context = { protocolNumber, isLong, deviceId: this.#deviceId, model, offsetMin };
    const reading = readMessage(content, context);
    const due = UNANSWERED.has(protocolNumber)
      ? null
      : protocolNumber === MESSAGE.addressRequest
        ? encodeGt06Frame(MESSAGE.addressAnswer, addressAnswer(), serial)
        : answer;
    if (reading === null) {
      return [{ kind: 'notice', name: kind, answer: due, raw: { ...raw, understood: false } }];
    }
    const records = [inPhysicalRange(this.#withStates(reading))];
    const understood = { ...raw, understood: reading.complete };
    return [{ kind: 'records', records, stored: due, failed: null, raw: understood }];
  }
}

/** The answer of a device; the answer to a request for the position is a record as well. */
function commandAnswer(text: string, raw: DeviceFrame): DeviceMessage[] {
  const answer: DeviceMessage = {
    kind: 'command-answer',
    text,
    accepted: true,
    answer: null,
    raw,
  };
  const record = readLocationText(text, raw.offsetMin);
  if (record === null) return [answer];
  return [answer, { kind: 'records', records: [record], stored: null, failed: null }];
}

/** Length, flag of the server, text. */
const addressAnswer = (): Buffer =>
  Buffer.concat([Buffer.from([NO_ADDRESS.length, 0, 0, 0, 0]), NO_ADDRESS]);

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
  recognises: (start) => anyOf(startsLike(start, [0x78, 0x78]), startsLike(start, [0x79, 0x79])),
  createSession: (options = {}) => new Gt06Session(options),
};
