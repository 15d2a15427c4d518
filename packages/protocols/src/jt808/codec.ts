import { asciiText } from '../bytes/ascii-text.ts';
import { FrameBuffer } from '../bytes/frame-buffer.ts';
import { startsLike } from '../bytes/starts.ts';
import type { CodecOptions, CodecSession, DeviceMessage, StreamCodec } from '../codec.ts';
import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceRecord } from '../record.ts';
import { Answers } from './answers.ts';
import { encodeShortSerial, type Jt808Address, type Jt808Message, lookAhead } from './frame.ts';
import { deviceIds } from './identity.ts';
import { readJointechLocation } from './jointech.ts';
import { batchBodies, DEFAULT_OFFSET_MIN, readLocation, shortBatchBodies } from './location.ts';
import { EMPTY_NOTICES, ID, MAKER_FAMILY, RESULT, UNANSWERED } from './message-ids.ts';
import { readParameters } from './parameters.ts';
import { Reassembly } from './reassembly.ts';
import { readReport } from './report-messages.ts';
import { batteryRecord, readAnswerText, terminalRecord } from './reports.ts';
import { type Jt808CameraMessage, readCameraMessage } from './video/camera-messages.ts';
import { encodeCommand, isCommandId, type Jt808Command } from './video/commands.ts';

const BATTERY_BYTES = 7;
/** Shown on the terminal's display, and read aloud if supported. */
const SHOW_AND_READ = 0x0c;
/** Of 2019: a notice. */
const TEXT_KIND_NOTICE = 1;
/** Longest body of a message. */
const MAX_BODY_BYTES = 0x3ff;
/** Messages of the platform that a device answers with 0001. */
const ANSWERED_IN_GENERAL: ReadonlySet<number> = new Set([ID.text, ID.setParameters, ID.control]);
const ANSWERED = { kind: 'command-answer', text: '', accepted: true, answer: null } as const;

/** The attributes of the terminal as the answer to the request for them. */
function terminalAnswer({ body, is2019 }: Jt808Message): DeviceMessage {
  const attributes = terminalRecord(body, is2019)?.attributes ?? {};
  const text = Object.entries(attributes).map(([name, value]) => `${name}: ${value}`);
  return { ...ANSWERED, text: text.join(', ') };
}

class Jt808Session implements CodecSession {
  readonly #buffer = new FrameBuffer();
  readonly #reassembly = new Reassembly();
  readonly #answers = new Answers();
  /** Whether all of the current message is understood. */
  #isWhole = true;
  #knownPhone: string | null = null;
  #address: Jt808Address | null = null;
  #deviceId = '';

  constructor(private readonly options: CodecOptions) {}

  get bufferedBytes(): number {
    return this.#buffer.length > 1
      ? this.#buffer.length + this.#reassembly.bytes
      : this.#reassembly.bytes;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.#buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Consumes one frame; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const look = lookAhead(this.#buffer.bytes);
    if (look.kind === 'wait') return false;
    const bytes = this.#buffer.bytes.subarray(0, look.bytes);
    if (look.kind === 'bad') {
      const raw = { bytes, kind: 'bad', understood: false, offsetMin: this.#offsetMin };
      messages.push({ kind: 'bad', reason: look.reason, answer: null, raw });
      this.#buffer.dropBad(look.bytes);
      return true;
    }
    if (look.kind === 'message') {
      this.#identify(look.message, messages);
      messages.push(...this.#readFrame(look.message, bytes));
    }
    this.#buffer.drop(look.bytes);
    return true;
  }

  /** Every message contains its device's number: the first one is the login (section 6). */
  #identify(message: Jt808Message, messages: DeviceMessage[]): void {
    const phone = message.phone.toString('hex');
    if (phone === this.#knownPhone) return;
    this.#knownPhone = phone;
    this.#address = { is2019: message.is2019, phone: message.phone };
    const { deviceId, alsoKnownAs } = deviceIds(message.phone);
    this.#deviceId = deviceId;
    messages.push({
      kind: 'login',
      deviceId,
      alsoKnownAs,
      accepted: null,
      refused:
        message.id === ID.register
          ? this.#answers.register(message, RESULT.noSuchTerminal, '')
          : null,
    });
  }

  encodeText(text: string): Uint8Array | null {
    if (this.#address === null) return null;
    const flags = this.#address.is2019 ? [SHOW_AND_READ, TEXT_KIND_NOTICE] : [SHOW_AND_READ];
    const body = Buffer.concat([Buffer.from(flags), Buffer.from(asciiText(text), 'latin1')]);
    return this.#answers.encode(ID.text, this.#address, body);
  }

  encodeMessage(id: number, body: Uint8Array): Uint8Array | null {
    if (this.#address === null || body.length > MAX_BODY_BYTES) return null;
    return this.#answers.encode(id, this.#address, body);
  }

  encodeCommand(order: Jt808Command): { serial: number; bytes: Uint8Array } | null {
    if (this.#address === null) return null;
    const { id, body } = encodeCommand(order, this.#offsetMin);
    if (body.length > MAX_BODY_BYTES) return null;
    const { nextSerial } = this.#answers;
    return { serial: nextSerial, bytes: this.#answers.encode(id, this.#address, body) };
  }

  requestMissing(): Uint8Array[] {
    const address = this.#address;
    if (address === null) return [];
    return this.#reassembly.stalled().map((missing) => this.#answers.missing(address, missing));
  }

  get #nowMs(): number {
    return this.options.nowMs?.() ?? 0;
  }

  /** The answer to a registration with the code for later connections. */
  #registered(message: Jt808Message): Buffer {
    const code = this.options.authenticationCode?.(this.#deviceId) ?? '';
    return this.#answers.register(message, RESULT.ok, code);
  }

  get #offsetMin(): number {
    return this.options.clockOffsetMin?.(this.#deviceId) ?? DEFAULT_OFFSET_MIN;
  }

  /** The messages of a frame; the first of them has its raw bytes. */
  #readFrame(message: Jt808Message, bytes: Uint8Array): DeviceMessage[] {
    this.#isWhole = true;
    const [first, ...others] = this.#read(message);
    if (first === undefined) return [];
    const kind = message.id.toString(16).padStart(4, '0');
    const isNotice = first.kind === 'notice';
    const isKnown = isNotice
      ? message.packet !== null || EMPTY_NOTICES.has(message.id)
      : first.kind !== 'bad';
    const understood = isKnown && this.#isWhole;
    return [{ ...first, raw: { bytes, kind, understood, offsetMin: this.#offsetMin } }, ...others];
  }

  #read(message: Jt808Message): DeviceMessage[] {
    if (message.packet !== null) return this.#packet(message);
    const { id, body } = message;
    switch (id) {
      case ID.register:
        return [{ kind: 'notice', name: 'register', answer: this.#registered(message) }];
      case ID.authenticate:
        return [
          {
            kind: 'notice',
            name: 'authenticate',
            answer: this.#answers.general(message, RESULT.ok),
          },
        ];
      case ID.location:
        return [this.#records(message, [body])];
      case ID.locationAnswer:
        return [this.#records(message, [body.subarray(2)]), ANSWERED];
      case ID.parameters:
        return [...this.#parameters(message)];
      case ID.terminal:
        return [this.#report(message) ?? this.#notice(message), terminalAnswer(message)];
      case ID.batch:
        return [this.#records(message, batchBodies(body))];
      case ID.shortBatch:
        return [this.#shortBatch(message)];
      case ID.commandAnswer:
      case ID.messageAnswer:
      case ID.textAnswer:
        return [this.#commandAnswer(message)];
      case ID.timeRequest:
        return [{ kind: 'notice', name: 'time', answer: this.#answers.time(message, this.#nowMs) }];
      case ID.deviceAnswer:
        return [this.#deviceAnswer(message)];
      case ID.clockRequest:
        return [
          { kind: 'notice', name: 'clock', answer: this.#answers.clock(message, this.#nowMs) },
        ];
      case ID.jointechLocation:
      case ID.jointechBlindLocation:
        return [this.#jointech(message)];
      default:
        return [this.#report(message) ?? this.#camera(message) ?? this.#notice(message)];
    }
  }

  /** The parameters of the device (0104), as text; nothing else of them is stored. */
  #parameters(message: Jt808Message): DeviceMessage[] {
    const text = readParameters(message.body);
    return text === null ? [this.#notice(message)] : [{ ...ANSWERED, text }];
  }

  /** A report without a location; null for other messages. */
  #report(message: Jt808Message): DeviceMessage | null {
    const reading = readReport(message, this.#offsetMin);
    if (reading === null) return null;
    const stored = this.#stored(message, [reading.record]);
    if (stored.kind !== 'records') return null;
    const unanswered = UNANSWERED.has(message.id) ? { stored: null, failed: null } : {};
    this.#isWhole = reading.complete;
    return { ...stored, ...unanswered };
  }

  /** A location of a lock or tracker with its own format, answered if it asks for it. */
  #jointech(message: Jt808Message): DeviceMessage {
    const record = readJointechLocation(message.body, message.id === ID.jointechBlindLocation);
    const kind = message.id.toString(16);
    if (record === null) return { kind: 'notice', name: kind, answer: null };
    const body = Buffer.from([message.id >> 8, message.id & 0xff, RESULT.ok]);
    const answer = encodeShortSerial(ID.jointechAnswer, message.phone, 1, body);
    const stored = message.wantsAnswer ? answer : null;
    return { kind: 'records', records: [inPhysicalRange(record)], stored, failed: null };
  }

  #notice(message: Jt808Message): DeviceMessage {
    const { id } = message;
    const name = id.toString(16).padStart(4, '0');
    const isAnswered = !UNANSWERED.has(id) && id >> 8 !== MAKER_FAMILY;
    return {
      kind: 'notice',
      name,
      answer: isAnswered ? this.#answers.general(message, RESULT.ok) : null,
    };
  }

  /** Decodes a camera message; null for any other message. */
  #camera(message: Jt808Message): DeviceMessage | null {
    const cameraMessage = readCameraMessage(message, this.#offsetMin);
    if (cameraMessage === null) return null;
    if (cameraMessage === 'short') {
      return { kind: 'bad', reason: 'structure', answer: this.#answers.general(message, 2) };
    }
    const place =
      cameraMessage.kind === 'media' ? readLocation(cameraMessage.location, this.#offsetMin) : null;
    return {
      kind: 'camera',
      cameraMessage,
      place,
      answer: this.#cameraAnswer(message, cameraMessage),
    };
  }

  #cameraAnswer(message: Jt808Message, cameraMessage: Jt808CameraMessage): Uint8Array | null {
    if (cameraMessage.kind === 'media') {
      return this.#answers.media(message, cameraMessage.mediaId, []);
    }
    return UNANSWERED.has(message.id) ? null : this.#answers.general(message, RESULT.ok);
  }

  /** The device's reply to a message of the platform: a text, a command, or another. */
  #deviceAnswer(message: Jt808Message): DeviceMessage {
    const { body } = message;
    const to = body.length < 5 ? null : body.readUInt16BE(2);
    if (to !== null && ANSWERED_IN_GENERAL.has(to)) {
      return { ...ANSWERED, accepted: body[4] === RESULT.ok };
    }
    const isOrder = to !== null && isCommandId(to);
    return (isOrder ? this.#camera(message) : null) ?? this.#notice(message);
  }

  /** Several locations, or a battery report, in the manufacturers' short batch. */
  #shortBatch(message: Jt808Message): DeviceMessage {
    if (message.body.length !== BATTERY_BYTES) {
      return this.#records(message, shortBatchBodies(message.body));
    }
    return this.#stored(message, [batteryRecord(message.body, this.#offsetMin)]);
  }

  #commandAnswer(message: Jt808Message): DeviceMessage {
    const text = readAnswerText(message);
    if (text === null) return this.#notice(message);
    const answer = this.#answers.general(message, RESULT.ok);
    return { kind: 'command-answer', text, accepted: true, answer };
  }

  #records(message: Jt808Message, bodies: readonly Buffer[] | null): DeviceMessage {
    const offsetMin = this.#offsetMin;
    const model = this.options.model?.(this.#deviceId)?.toUpperCase() ?? '';
    const records: DeviceRecord[] = [];
    for (const body of bodies ?? []) {
      const record = readLocation(body, offsetMin, { model, is2019: message.is2019 });
      if (record !== null) records.push(record);
    }
    if (bodies === null || records.length < bodies.length) {
      return { kind: 'bad', reason: 'structure', answer: this.#answers.general(message, 2) };
    }
    return this.#stored(message, records);
  }

  #stored(message: Jt808Message, records: readonly DeviceRecord[]): DeviceMessage {
    return {
      kind: 'records',
      records: records.map(inPhysicalRange),
      stored: this.#answers.general(message, RESULT.ok),
      failed: this.#answers.general(message, RESULT.failed),
    };
  }

  /** One packet of a message: answered at once; media data is answered when complete. */
  #packet(message: Jt808Message): DeviceMessage[] {
    const isMedia = message.id === ID.mediaData;
    const whole = this.#reassembly.add(message);
    const answer = isMedia ? null : this.#answers.general(message, RESULT.ok);
    const part: DeviceMessage = { kind: 'notice', name: 'packet', answer };
    if (whole === null) return [part];
    return [part, ...this.#read({ ...message, packet: null, body: whole })];
  }
}

/** An image of up to 1 MiB arrives in packets. */
const MAX_TRANSFER_BYTES = 1280 * 1024;

/** JT/T 808 of 2013 and 2019 over TCP. */
export const jt808Codec: StreamCodec = {
  name: 'jt808',
  maxFrameBytes: 4096,
  maxTransferBytes: MAX_TRANSFER_BYTES,
  recognises: (start) => startsLike(start, [0x7e]),
  createSession: (options = {}) => new Jt808Session(options),
};
