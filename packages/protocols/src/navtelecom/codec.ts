import { asciiText } from '../bytes/ascii-text.ts';
import { FrameBuffer } from '../bytes/frame-buffer.ts';
import type { CodecSession, DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import {
  agreementAnswer,
  type FlexLayout,
  readAdditional,
  readAgreement,
  readFlexRecord,
} from './flex.ts';
import {
  encodeFlex,
  encodeNtcb,
  lookAt,
  MAX_BYTES,
  type NavtelecomFrame,
  nextStart,
} from './frame.ts';
import { readTelemetry } from './telemetry.ts';

type Ntcb = Extract<NavtelecomFrame, { kind: 'ntcb' }>;
type Flex = Extract<NavtelecomFrame, { kind: 'flex' }>;

const HANDSHAKE = '*>S:';
const FLEX = '*>FLEX';
const ARRAY = '*>A';
const SINGLE = '*>T';
/** A device's answers to commands. */
const ANSWER = '*@';
const TYPE_BYTES = 3;
const INDEX_BYTES = 4;
const SIZE_BYTES = 2;

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(INDEX_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The records of a FLEX message with the answer; null if its structure is unknown. */
function readFlex({ type, body }: Flex, layout: FlexLayout | null) {
  if (type === 'X') {
    const record = readAdditional(body.subarray(SIZE_BYTES + INDEX_BYTES));
    const answer = encodeFlex(type, body.subarray(SIZE_BYTES, SIZE_BYTES + INDEX_BYTES));
    return { records: record === null ? [] : [record], answer, complete: record !== null };
  }
  if (type === 'E') return readAdditionalArray(body);
  if (layout === null) return null;
  if (type === 'C') {
    return {
      records: [readFlexRecord(layout, body, 0)],
      answer: encodeFlex(type, []),
      complete: true,
    };
  }
  if (type === 'T') {
    const records = [readFlexRecord(layout, body, INDEX_BYTES)];
    return { records, answer: encodeFlex(type, body.subarray(0, INDEX_BYTES)), complete: true };
  }
  const records = Array.from({ length: body[0] as number }, (_, index) =>
    readFlexRecord(layout, body, 1 + index * layout.recordBytes),
  );
  return { records, answer: encodeFlex(type, body.subarray(0, 1)), complete: true };
}

function readAdditionalArray(body: Buffer) {
  const records: DeviceRecord[] = [];
  let complete = true;
  for (let at = 1; at + SIZE_BYTES <= body.length; ) {
    const end = at + SIZE_BYTES + body.readUInt16LE(at);
    const record = readAdditional(body.subarray(at + SIZE_BYTES, end));
    if (record === null) complete = false;
    else records.push(record);
    at = end;
  }
  return { records, answer: encodeFlex('E', body.subarray(0, 1)), complete };
}

/** Records in formats that precede FLEX. */
function readTelemetryPacket(
  text: string,
  body: Buffer,
  raw: DeviceFrame,
  answer: (content: Buffer) => Buffer,
): DeviceMessage | null {
  const isArray = text.startsWith(ARRAY);
  if (!isArray && !text.startsWith(SINGLE)) return null;
  const count = isArray ? (body[TYPE_BYTES] ?? 0) : 1;
  const records: DeviceRecord[] = [];
  let at = TYPE_BYTES + (isArray ? 1 : 0);
  let index = 0;
  for (let n = 0; n < count; n += 1) {
    const read = readTelemetry(body, at);
    if (read === null) return { kind: 'bad', reason: 'structure', answer: null, raw };
    records.push(read.record);
    at = read.end;
    index = read.index;
  }
  const stored = isArray
    ? answer(Buffer.from([0x2a, 0x3c, 0x41, count]))
    : answer(Buffer.concat([Buffer.from('*<T', 'latin1'), uint32(index)]));
  return { kind: 'records', records, stored, failed: null, raw };
}

class NavtelecomSession implements CodecSession {
  readonly #buffer = new FrameBuffer();
  #deviceId = '';
  #layout: FlexLayout | null = null;
  /** Addresses of the last packet: the device's, and the server's. */
  #device = 0;
  #server = 1;

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    return encodeNtcb(this.#device, this.#server, Buffer.from(asciiText(text), 'latin1'));
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    const finder = {
      nextStart,
      lookAt: (bytes: Buffer) => lookAt(bytes, this.#layout?.recordBytes ?? 0),
    };
    return this.#buffer.pushFrames(chunk, finder, (frame, bytes, messages) => {
      const raw = { bytes, understood: true, offsetMin: 0 };
      if (frame.kind === 'ntcb') messages.push(this.#ntcb(frame, { ...raw, kind: 'ntcb' }));
      else if (frame.kind === 'flex')
        messages.push(this.#flex(frame, { ...raw, kind: frame.type }));
    });
  }

  #flex(frame: Flex, raw: DeviceFrame): DeviceMessage {
    const read = readFlex(frame, this.#layout);
    if (read === null) return { kind: 'bad', reason: 'structure', answer: null, raw };
    const { records, answer, complete } = read;
    const understood = { ...raw, understood: complete };
    if (records.length === 0) return { kind: 'notice', name: raw.kind, answer, raw: understood };
    return { kind: 'records', records, stored: answer, failed: null, raw: understood };
  }

  #ntcb({ receiver, sender, body }: Ntcb, raw: DeviceFrame): DeviceMessage {
    this.#device = sender;
    this.#server = receiver;
    const answer = (content: Uint8Array) => encodeNtcb(sender, receiver, content);
    const text = body.toString('latin1');
    if (text.startsWith(HANDSHAKE)) {
      const deviceId = text.slice(HANDSHAKE.length);
      if (!/^\d{1,20}$/.test(deviceId))
        return { kind: 'bad', reason: 'structure', answer: null, raw };
      this.#deviceId = deviceId;
      return { kind: 'login', deviceId, accepted: answer(Buffer.from('*<S')), refused: null, raw };
    }
    if (text.startsWith(FLEX)) {
      const layout = readAgreement(body);
      if (layout === null) return { kind: 'bad', reason: 'structure', answer: null, raw };
      this.#layout = layout;
      return { kind: 'notice', name: 'flex', answer: answer(agreementAnswer(body)), raw };
    }
    if (text.startsWith(ANSWER))
      return { kind: 'command-answer', text, accepted: true, answer: null, raw };
    const telemetry = readTelemetryPacket(text, body, raw, answer);
    if (telemetry !== null) return telemetry;
    const understood = body.length === 0;
    return { kind: 'notice', name: 'ntcb', answer: null, raw: { ...raw, understood } };
  }
}

/** Navtelecom over TCP: NTCB with its FLEX extension. */
export const navtelecomCodec: StreamCodec = {
  name: 'navtelecom',
  maxFrameBytes: MAX_BYTES,
  createSession: () => new NavtelecomSession(),
};
