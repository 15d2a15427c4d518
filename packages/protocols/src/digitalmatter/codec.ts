import { BufferedSession } from '../bytes/buffered-session.ts';
import type { DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import {
  type DigitalMatterFrame,
  encodeDigitalMatter,
  lookAt,
  MAX_LENGTH,
  nextStart,
} from './frame.ts';
import { EPOCH_MS, readFixedRecords, readRecords } from './records.ts';

const HELLO = 0x00;
const HELLO_ANSWER = 0x01;
const RECORDS = 0x04;
const COMMIT = 0x05;
const COMMIT_ANSWER = 0x06;
const FIXED_RECORDS = 0x10;
/** Requests with an answer of fixed content. */
const REQUESTS: ReadonlyMap<number, readonly [type: number, bytes: number]> = new Map([
  [0x14, [0x15, 12]],
  [0x22, [0x23, 0]],
]);

/** Serial number, IMEI; longer hellos have the SIM and versions. */
const IMEI_AT = 4;
const IMEI_BYTES = 15;
/** Hellos of this length belong to devices that expect the short answer. */
const SHORT_ANSWER_TO = 51;
const SHORT_ANSWER_BYTES = 5;
const REFUSED = 1;

/** Records since the last commit that a session keeps, as bytes of their messages. */
const MAX_UNCOMMITTED_BYTES = 256 * 1024;

/** Answer to a hello: zeros, or the server's time and whether the device is refused. */
function helloAnswer(helloBytes: number, nowMs: number, isRefused: boolean): Buffer {
  if (helloBytes === SHORT_ANSWER_TO)
    return encodeDigitalMatter(HELLO_ANSWER, Buffer.alloc(SHORT_ANSWER_BYTES));
  const body = Buffer.alloc(8);
  body.writeUInt32LE(Math.max(0, Math.floor((nowMs - EPOCH_MS) / 1000)), 0);
  body.writeUInt32LE(isRefused ? REFUSED : 0, 4);
  return encodeDigitalMatter(HELLO_ANSWER, body);
}

const commitAnswer = (isStored: boolean) =>
  encodeDigitalMatter(COMMIT_ANSWER, Buffer.from([isStored ? 1 : 0]));

/** Takes no texts: the protocol's commands are not public. */
class DigitalMatterSession extends BufferedSession {
  /** Records since the last commit. */
  #uncommitted: DeviceRecord[] = [];
  #uncommittedBytes = 0;

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.pushFrames(chunk, { nextStart, lookAt }, (frame, bytes, messages) => {
      messages.push(this.#read(frame, bytes));
    });
  }

  #read({ type, body }: DigitalMatterFrame, bytes: Uint8Array): DeviceMessage {
    const kind = type.toString(16).padStart(2, '0');
    const raw: DeviceFrame = { bytes, kind, understood: true, offsetMin: 0 };
    if (type === HELLO) return this.#hello(body, raw);
    if (type === COMMIT) return this.#commit(raw);
    if (type === RECORDS || type === FIXED_RECORDS) {
      const records = type === RECORDS ? readRecords(body) : readFixedRecords(body);
      // The frame is kept, so the device may delete its records.
      if (records === null)
        return { kind: 'notice', name: kind, answer: null, raw: { ...raw, understood: false } };
      this.#uncommittedBytes += body.length;
      if (this.#uncommittedBytes <= MAX_UNCOMMITTED_BYTES) this.#uncommitted.push(...records);
      return { kind: 'records', records, stored: null, failed: null, raw };
    }
    const request = REQUESTS.get(type);
    const answer = request ? encodeDigitalMatter(request[0], Buffer.alloc(request[1])) : null;
    const understood = { ...raw, understood: request !== undefined };
    return { kind: 'notice', name: kind, answer, raw: understood };
  }

  #hello(body: Buffer, raw: DeviceFrame): DeviceMessage {
    const deviceId = body.toString('latin1', IMEI_AT, IMEI_AT + IMEI_BYTES);
    if (!/^\d{15}$/.test(deviceId)) return { kind: 'bad', reason: 'structure', answer: null, raw };
    const nowMs = this.options.nowMs?.() ?? EPOCH_MS;
    this.#forget();
    return {
      kind: 'login',
      deviceId,
      accepted: helloAnswer(body.length, nowMs, false),
      refused: helloAnswer(body.length, nowMs, true),
      raw,
    };
  }

  #forget(): void {
    this.#uncommitted = [];
    this.#uncommittedBytes = 0;
  }

  /**
   * The device deletes its records after this answer. They are passed on once more, so that the
   * answer depends on their being stored: storing them again changes nothing.
   */
  #commit(raw: DeviceFrame): DeviceMessage {
    const records = this.#uncommitted;
    const isWhole = this.#uncommittedBytes <= MAX_UNCOMMITTED_BYTES;
    this.#forget();
    if (records.length === 0 || !isWhole)
      return { kind: 'notice', name: raw.kind, answer: commitAnswer(isWhole), raw };
    return {
      kind: 'records',
      records,
      stored: commitAnswer(true),
      failed: commitAnswer(false),
      raw,
    };
  }
}

/** Digital Matter over TCP: records with fields and of fixed length. */
export const digitalMatterCodec: StreamCodec = {
  name: 'digitalmatter',
  maxFrameBytes: MAX_LENGTH,
  createSession: (options = {}) => new DigitalMatterSession(options),
};
